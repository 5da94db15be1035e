import type { UploadBody } from '@nephra/plugin-sdk/server';
import type { Files } from '../../files/file-store.ts';
import type { ReceivedUpload } from '../../files/receive-upload.ts';
import type { BoundRoute } from './bound-route.ts';

/** The store's part that makes received files count. */
export type UploadStore = Pick<Files, 'keep' | 'forget'>;

/**
 * Hands a received file to a plugin's handler. It belongs to the caller's organisation when the handler saves it; else, and after a
 * refusal, the pipeline removes it.
 */
export const withUpload =
  (store: UploadStore, handle: NonNullable<BoundRoute['handle']>): NonNullable<BoundRoute['prepare']> =>
  async (input, ctx, call) => {
    const { file, fields } = input.body as ReceivedUpload; // the pipeline lets nothing else through to a route with uploads
    return async () => {
      const body: UploadBody = {
        fields,
        file: {
          name: file.name,
          size: file.size,
          extension: file.kind.extension,
          save: async (type) => {
            const stored = await store.keep(file, type, { orgId: ctx.user.orgId, userId: ctx.user.userId, plugin: ctx.pluginId });
            call.afterRefusal.push(() => store.forget(stored.fileId));
            return stored;
          },
        },
      };
      return await handle({ ...input, body }, ctx, call);
    };
  };
