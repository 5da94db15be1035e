import type { Client, WebContext } from '@nephra/plugin-sdk/web';
import { downloadFile } from '@nephra/plugin-sdk/widgets';
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
  download: async ({ part }) => {
    await downloadFile(ctx, (options) => client.attachment({ params: { id, part } }, { ...options, timeoutMs: TIMEOUT_MS }));
  },
});
