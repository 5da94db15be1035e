import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { UploadBody } from '@nephra/plugin-sdk/server';
import type { Files } from '../files/file-store.ts';
import type { ReceivedUpload } from '../files/receive-upload.ts';
import type { BoundRoute } from './bound-route.ts';

/** The store's part that makes received files count. */
export type UploadStore = Pick<Files, 'keep' | 'discard' | 'forget'>;

const isReceived = (body: unknown): body is ReceivedUpload => typeof body === 'object' && body !== null && 'file' in body && 'fields' in body;

/**
 * Hands a received file to a plugin's handler. It belongs to the caller's organisation when the handler saves it; else, and after a
 * refusal, nothing of it stays.
 */
export const withUpload =
  (store: UploadStore, handle: NonNullable<BoundRoute['handle']>): NonNullable<BoundRoute['prepare']> =>
  async (input, ctx, call) => {
    const received = input.body;
    if (!isReceived(received)) throw new AppError('core.file-malformed', { code: EnvelopeCode.Invalid });
    const { file, fields } = received;
    call.afterRefusal.push(() => store.discard(file));
    return async () => {
      let saved = false;
      const body: UploadBody = {
        fields,
        file: {
          name: file.name,
          size: file.size,
          extension: file.kind.extension,
          save: async (type) => {
            saved = true;
            const stored = await store.keep(file, type, { orgId: ctx.user.orgId, userId: ctx.user.userId });
            call.afterRefusal.push(() => store.forget(stored.fileId));
            return stored;
          },
        },
      };
      const reply = await handle({ ...input, body }, ctx, call);
      if (!saved) await store.discard(file);
      return reply;
    };
  };
