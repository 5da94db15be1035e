import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../tables/tables.ts';
import { isShownTo } from './file-reader.ts';

/** Browsers record sound into the containers of films. */
const RECORDING = /^(audio|video)\//;

const missing = (): AppError => new AppError('chat.file-missing', { code: EnvelopeCode.NotFound });

/** Bytes of a recording that stands in a conversation of the caller. @throws AppError `chat.file-missing` */
export async function recordingOf(ctx: Ctx, fileName: string): Promise<RawReply> {
  if (!(await isShownTo(ctx, ctx.user.userId, fileName))) throw missing();
  const file = await ctx.files.open(fileName).catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'a recording cannot be opened');
    return undefined;
  });
  if (!file || !RECORDING.test(file.contentType)) {
    file?.content.destroy();
    throw missing();
  }
  return { content: file.content, contentType: file.contentType, disposition: 'inline' };
}
