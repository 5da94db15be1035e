import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type PartsToMerge, type RawReply, uploadedParts } from '@nephra/plugin-sdk/server';
import type { DocumentRow } from '../../contract/document.contract.ts';
import { DOCUMENT_FILE } from '../../contract/limits.ts';
import { entryOf } from '../entry/find-entry.ts';
import { addFile } from '../entry/write-entry.command.ts';
import type { Ctx } from '../tables/tables.ts';

/** A file that came in parts: made once, and put where it belongs. Sent again after a lost answer it stands there already. */
export async function mergeFile(
  ctx: Ctx,
  { identifier, fileName, fileSize, parentId = '0' }: Pick<PartsToMerge, 'identifier' | 'fileName' | 'fileSize'> & { readonly parentId?: string },
): Promise<DocumentRow> {
  const parts = { identifier, fileName, type: DOCUMENT_FILE, ...(fileSize === undefined ? {} : { fileSize }) };
  const { fileId } = await ctx.service(uploadedParts).merge(ctx, parts);
  return await ctx.transaction(() => addFile(ctx, { parentId, fileId, fullName: fileName }));
}

/** @throws AppError `documents.unknown` */
export async function downloadEntry(ctx: Ctx, id: string): Promise<RawReply> {
  const entry = await entryOf(ctx, id);
  if (entry.kind !== 'file') throw new AppError('documents.unknown', { code: EnvelopeCode.NotFound });
  const { content, contentType } = await ctx.files.open(entry.fileId);
  ctx.audit({ subject: 'document', subjectId: id, note: 'download' });
  return { content, contentType, fileName: entry.name, disposition: 'attachment', heldAs: entry.fileId };
}
