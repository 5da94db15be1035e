import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { MAX_FILES_BYTES, MAX_FILES_MB } from '../../contract/limits.ts';
import { inMailbox } from '../account/account.ts';
import { attachmentOf, placeOf } from '../mailbox/mailbox-calls.ts';
import { fileOf } from '../mailbox/mail-view.ts';
import type { Ctx, LetterStored } from '../tables/tables.ts';

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Own uploads, and parts of the letter that is handed on or gone on with. @throws AppError `mail.files-large` */
export async function attachmentsOf(ctx: Ctx, { files, answers, answerKind, forwardParts, draftOf }: LetterStored): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const { fileId, name } of files) {
    const file = await ctx.files.open(fileId);
    attachments.push({ name, contentType: file.contentType, content: Buffer.concat(await file.content.toArray()) });
  }
  const source = draftOf !== '' ? draftOf : answerKind === 'forward' ? answers : '';
  if (source !== '' && forwardParts.length > 0) {
    const at = placeOf(source);
    await inMailbox(ctx, async (box) => {
      for (const one of forwardParts) {
        const { part, content } = await attachmentOf(box, at, one);
        attachments.push({ name: fileOf(part).name, contentType: 'application/octet-stream', content });
      }
    });
  }
  if (attachments.reduce((sum, { content }) => sum + content.length, 0) > MAX_FILES_BYTES)
    throw new AppError('mail.files-large', { code: EnvelopeCode.TooLarge, params: { limit: MAX_FILES_MB } });
  return attachments;
}
