import { instantToWire, isPreviewed, ownPreviewAddress, PREVIEWED_NAME, sizeText, sql } from '@nephra/plugin-sdk/server';
import { MAX_LISTED } from '../../contract/limits.ts';
import type { PreviewedFile } from '../../contract/preview.contract.ts';
import { extensionOf } from '../../domain/entry-name.ts';
import { entriesOf, named } from '../entry/entries.query.ts';
import { entryOf, unknown } from '../entry/find-entry.ts';
import type { Ctx, EntryStored } from '../tables/tables.ts';

/** Files that the caller may read and look at, in all folders; the last changed first. */
export async function previewedFiles(ctx: Ctx, keyword: string): Promise<PreviewedFile[]> {
  const live = entriesOf(ctx).where('e.trashedAt', 'is', null).where('e.kind', '=', 'file');
  const found = (await named(live, keyword.trim())
    .where(sql<boolean>`e.name ~* ${PREVIEWED_NAME}`)
    .orderBy('e.updatedAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(MAX_LISTED)
    .execute()) as EntryStored[];
  return found.map(({ id, name, fileSize, updatedAt }) => ({
    ...{ fileId: id, fileName: name, fileType: extensionOf(name), fileSize: sizeText(fileSize), fileTime: instantToWire(updatedAt) },
  }));
}

/** @throws AppError `documents.unknown` */
export async function previewAddress(ctx: Ctx, id: string): Promise<string> {
  const entry = await entryOf(ctx, id);
  if (entry.kind !== 'file' || !isPreviewed(entry.name)) throw unknown();
  ctx.audit({ subject: 'document', subjectId: id, note: 'preview' });
  return ownPreviewAddress(entry.fileId);
}
