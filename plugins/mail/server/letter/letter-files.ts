import { AppError, EnvelopeCode, UNIT_BYTES, type UploadedFile } from '@nephra/plugin-sdk/contract';
import { extend, type FileHolder, fileHolders, type UploadBody } from '@nephra/plugin-sdk/server';
import { FILE_LIMIT_MB, MAIL_FILE } from '../../contract/limits.ts';
import type { MailDb } from '../tables/tables.ts';

/** Takes a file for a letter. @throws AppError `mail.file-large` */
export async function takeFile({ file }: UploadBody): Promise<UploadedFile> {
  if (file.size >= FILE_LIMIT_MB * UNIT_BYTES.MB) throw new AppError('mail.file-large', { code: EnvelopeCode.TooLarge, params: { limit: FILE_LIMIT_MB } });
  const { fileId, name, size } = await file.save(MAIL_FILE);
  return { fileId, name, url: `/api/file/Download/${MAIL_FILE}/${fileId}`, fileSize: size };
}

/** Files of letters are named by letters alone; copies for the preview by nobody, and go with the files without an owner. */
export const letterFiles = extend<FileHolder, MailDb>(fileHolders, (ctx) => ({
  types: [MAIL_FILE],
  async held(fileIds) {
    // rows: whether a letter names these files, whoever wrote it
    const rows = await ctx.db
      .selectFrom('mail.letter')
      .select('file_ids')
      .where('file_ids', '&&', [...fileIds] as never)
      .execute();
    return rows.flatMap(({ file_ids }) => file_ids as readonly string[]).filter((id) => fileIds.includes(id));
  },
}));
