import type { DocumentRow, documentContract } from '../../contract/document.contract.ts';
import { instantToWire } from '@nephra/plugin-sdk/server';
import { contacts } from '../../../permission/contract/index.ts';
import { TOP } from '../../contract/limits.ts';
import { extensionOf } from '../../domain/entry-name.ts';
import type { Ctx, EntryStored } from '../tables/tables.ts';
import { changeableIds } from './find-entry.ts';

export type Contract = typeof documentContract;

/** Rows as the caller sees them, whom all of them may be read by. */
export async function shownEntries(ctx: Ctx, entries: readonly EntryStored[]): Promise<DocumentRow[]> {
  if (entries.length === 0) return [];
  const { userId } = ctx.user;
  const ids = entries.map(({ id }) => id);
  const [people, changeable, shared] = [
    await ctx.service(contacts).look(ctx.user, [...new Set(entries.map(({ ownerId }) => ownerId))]),
    await changeableIds(ctx, entries),
    // rows: which of these entries of the caller are shared by themselves; of others' it is not told
    await ctx.db.selectFrom('documents.share').select('entry_id').distinct().where('entry_id', 'in', ids).execute(),
  ];
  const isShared = new Set(shared.map(({ entry_id }) => entry_id as string));
  return entries.map((entry) => ({
    id: entry.id,
    parentId: entry.parentId || TOP,
    fullName: entry.name,
    type: entry.kind === 'folder' ? 0 : 1,
    fileSize: entry.fileSize,
    fileExtension: entry.kind === 'folder' ? '' : extensionOf(entry.fileId),
    fileId: entry.fileId,
    ownerId: entry.ownerId,
    ownerName: people.get(entry.ownerId)?.realName ?? '',
    isShare: entry.ownerId === userId && isShared.has(entry.id) ? 1 : 0,
    mayChange: changeable.has(entry.id) ? 1 : 0,
    creatorTime: instantToWire(entry.createdAt),
    lastModifyTime: instantToWire(entry.updatedAt),
    deleteTime: entry.trashedAt ? instantToWire(entry.trashedAt) : 0,
  }));
}

export async function shownEntry(ctx: Ctx, entry: EntryStored): Promise<DocumentRow> {
  const [row] = await shownEntries(ctx, [entry]);
  if (!row) throw new Error('an entry that is shown has a row');
  return row;
}
