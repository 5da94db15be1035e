import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { DocumentRow } from '../../contract/document.contract.ts';
import { MAX_DEPTH, TOP } from '../../contract/limits.ts';
import { type Ctx, entryTable } from '../tables/tables.ts';
import { assertFree, assertMayChange, changeableIds, entryOf, type Place, readOnly } from './find-entry.ts';
import { shownEntry } from './shown-entry.ts';
import { lockedEntry } from './write-entry.command.ts';

/** Folders that one may choose from. */
const MAX_OFFERED = 2_000;

/** Puts an entry with all that lies in it elsewhere; its owner's folders are locked. */
export async function hangBelow(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  entry: { readonly id: string; readonly path: readonly string[] },
  place: Pick<Place, 'parentId' | 'path'>,
): Promise<void> {
  // rows: an entry that was locked, and what lies in it
  await sql`
    update documents.entry set path = ${[...place.path]}::text[] || path[${entry.path.length}::int:]
    where path @> array[${entry.id}]::text[]`.execute(ctx.db);
  // rows: the entry that was locked
  await ctx.db.updateTable('documents.entry').set({ parent_id: place.parentId, updated_at: ctx.clock.now() }).where('id', '=', entry.id).execute();
}

/** Folders one in the other from an entry down, itself counted; 0 of a file. */
async function depthOf(ctx: Pick<Ctx, 'db'>, entry: { readonly id: string; readonly path: readonly string[] }): Promise<number> {
  // rows: how deep the folders of a locked entry go
  const { rows } = await sql<{ depth: number | null }>`
    select max(cardinality(path)) as depth from documents.entry where path @> array[${entry.id}]::text[] and kind = 'folder' and purged_at is null`.execute(
    ctx.db,
  );
  const deepest = rows[0]?.depth ?? null;
  return deepest === null ? 0 : deepest - entry.path.length + 1;
}

/** @throws AppError `documents.unknown`, `documents.read-only`, `documents.into-itself`, `documents.other-owner`, `documents.name-taken`, `documents.too-deep` */
export async function moveEntry(ctx: Ctx, id: string, toId: string): Promise<DocumentRow> {
  const entry = await lockedEntry(ctx, id);
  const { userId } = ctx.user;
  // Taking away needs the right where it lies: who was given one folder does not take it out of the others.
  if (entry.ownerId !== userId) {
    if (entry.parentId === '') throw readOnly();
    await assertMayChange(ctx, await entryOf(ctx, entry.parentId));
  }
  const folder = toId === TOP ? undefined : await entryOf(ctx, toId);
  if (folder && folder.kind !== 'folder') throw new AppError('documents.unknown', { code: EnvelopeCode.NotFound });
  if (folder) await assertMayChange(ctx, folder);
  if ((folder?.ownerId ?? userId) !== entry.ownerId) throw new AppError('documents.other-owner', { code: EnvelopeCode.Conflict });
  if (folder?.path.includes(id)) throw new AppError('documents.into-itself', { code: EnvelopeCode.Conflict });
  const place = { ownerId: entry.ownerId, parentId: folder?.id ?? '', path: folder?.path ?? [] };
  ctx.audit({ subject: 'document', subjectId: id, before: { parentId: entry.parentId }, after: { parentId: place.parentId } });
  if (place.parentId === entry.parentId) return await shownEntry(ctx, entry);
  if (place.path.length + (await depthOf(ctx, entry)) > MAX_DEPTH)
    throw new AppError('documents.too-deep', { code: EnvelopeCode.Invalid, params: { max: MAX_DEPTH } });
  await assertFree(ctx, place, entry.name, id);
  await hangBelow(ctx, entry, place);
  return await shownEntry(ctx, await entryOf(ctx, id));
}

/** Where an entry may be moved to. @throws AppError `documents.unknown` */
export async function foldersFor(ctx: Ctx, id: string): Promise<{ id: string; parentId: string; fullName: string }[]> {
  const entry = await entryOf(ctx, id);
  const found = await entryTable
    .select(ctx, 'e')
    .where('e.ownerId', '=', entry.ownerId)
    .where('e.kind', '=', 'folder')
    .where('e.trashedAt', 'is', null)
    .where(sql<boolean>`not e.path @> array[${id}]::text[]`)
    .orderBy('e.nameKey')
    .limit(MAX_OFFERED)
    .execute();
  const changeable = await changeableIds(ctx, found);
  return found.flatMap((one) => (changeable.has(one.id) ? [{ id: one.id, parentId: one.parentId || TOP, fullName: one.name }] : []));
}
