import type { Client, WebContext } from '@nephra/plugin-sdk/web';
import { downloadFile } from '@nephra/plugin-sdk/widgets';
import { MAX_INLINE_PICTURES } from '../../contract/limits.ts';
import type { mailContract } from '../../contract/mail.contract.ts';
import type { FileActs } from './letter.view.tsx';

const TIMEOUT_MS = 120_000;

/** What is done with attachments of one letter; failures are told to the person. */
export const fileActs = (ctx: WebContext, client: Client<typeof mailContract.routes>, id: string): FileActs => ({
  preview: ({ part }) =>
    client.keepAttachment({ params: { id, part } }, { timeoutMs: TIMEOUT_MS }).then(
      ({ data }) => ctx.previewDocument({ fileId: data.fileId, name: data.name }),
      () => undefined,
    ),
  pictures: async (addresses) => {
    const { data } = await client.pictures({ params: { id }, body: { addresses: addresses.slice(0, MAX_INLINE_PICTURES) } }, { timeoutMs: TIMEOUT_MS });
    return data.pictures;
  },
  download: async ({ part }) => {
    await downloadFile(ctx, (options) => client.attachment({ params: { id, part } }, { ...options, timeoutMs: TIMEOUT_MS }));
  },
});
