import { AppError, EnvelopeCode, isAppError, type UploadedFile } from '@nephra/plugin-sdk/contract';
import { pictureAddress } from '@nephra/plugin-sdk/server';
import { MAX_FILES } from '../../contract/message-limits.ts';
import { type NamedFile, readFilesText } from '../../domain/notice/notice-files.ts';
import type { Ctx } from '../tables/tables.ts';

/** Uploads that are made to be attached to notices: what no notice names is of no use to anybody. */
export const NOTICE_FILE = 'notice';
/** Kinds of uploads that can be attached; the others than our own come from clients of the platform (wire facts 5). */
const TYPES: ReadonlySet<string> = new Set([NOTICE_FILE, 'annex', 'annexpic', 'document']);

const refused = (key: string, name = '', path = 'files'): AppError =>
  new AppError(key, { code: EnvelopeCode.Invalid, params: { name }, fields: [{ path, msg: '' }] });

/**
 * A file that the caller has uploaded, as the storage knows it; of the caller stays what it is called.
 * @param path member of the body that names it
 * @throws AppError `message.file-not-yours`
 */
export async function ownUpload(ctx: Ctx, { name, fileId }: NamedFile, path = 'files'): Promise<UploadedFile> {
  const file = await ctx.files.open(fileId).catch((error: unknown) => {
    throw isAppError(error) ? refused('message.file-not-yours', name, path) : error;
  });
  file.content.destroy();
  if (file.createdBy !== ctx.user.userId || !TYPES.has(file.type)) throw refused('message.file-not-yours', name, path);
  const picture = file.contentType.startsWith('image/');
  return {
    name: file.name,
    fileId: file.fileId,
    ...(!picture && { fileVersionId: file.fileId }),
    url: picture ? pictureAddress(file.type, file.fileId) : `/api/file/Download/${file.type}/${file.fileId}`,
    fileSize: file.size,
  };
}

/**
 * Files that a notice has from now on: those that it had stay whoever saves it, new ones are the caller's own uploads.
 * @throws AppError `message.files-malformed`, `message.files-too-many`, `message.file-not-yours`
 */
export async function noticeFiles(ctx: Ctx, text: string | null | undefined, before: readonly UploadedFile[]): Promise<UploadedFile[]> {
  const named = readFilesText(text);
  if (!named) throw refused('message.files-malformed');
  const asked = [...new Map(named.map((file) => [file.fileId, file])).values()];
  if (asked.length > MAX_FILES) throw new AppError('message.files-too-many', { code: EnvelopeCode.Invalid, params: { max: MAX_FILES } });
  const files: UploadedFile[] = [];
  for (const file of asked) files.push(before.find(({ fileId }) => fileId === file.fileId) ?? (await ownUpload(ctx, file)));
  return files;
}
