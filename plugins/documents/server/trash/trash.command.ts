import { sql } from '@nephra/plugin-sdk/server';
import { freeName, nameKey } from '../../domain/entry-name.ts';
import { deletedEntry } from '../entry/deleted-entries.ts';
import { assertMayChange, changeableIds, entryOf, lockOwner, readOnly, takenNames, unknown } from '../entry/find-entry.ts';
import { hangBelow } from '../entry/move-entry.command.ts';
import { lockedEntry } from '../entry/write-entry.command.ts';
import { type Ctx, entryTable } from '../tables/tables.ts';

/** Into the recycle bin of its owner and of whoever may change the folder. Deleted already: nothing happens. @throws AppError `documents.unknown`, `documents.read-only` */
export async function removeEntry(ctx: Ctx, id: string): Promise<void> {
  ctx.audit({ subject: 'document', subjectId: id });
  if (await deletedEntry(ctx, id)) return;
  const entry = await lockedEntry(ctx, id);
  if (entry.ownerId !== ctx.user.userId) {
    // What was given by itself is the owner's to take away.
    if (entry.parentId === '') throw readOnly();
    await assertMayChange(ctx, await entryOf(ctx, entry.parentId).catch(() => Promise.reject(readOnly())));
  }
  // rows: an entry that was locked, and what lies in it; what was deleted before keeps its own place in the bin
  await sql`
    update documents.entry set trash_id = ${id}, trashed_at = ${ctx.clock.now()}
    where path @> array[${id}]::text[] and trashed_at is null`.execute(ctx.db);
  ctx.audit({ before: { name: entry.name, parentId: entry.parentId } });
}

/** Back to where it lay. @throws AppError `documents.unknown` */
export async function restoreEntry(ctx: Ctx, id: string): Promise<void> {
  ctx.audit({ subject: 'document', subjectId: id });
  const found = await deletedEntry(ctx, id);
  if (found) await lockOwner(ctx, found.ownerId);
  const entry = found && (await deletedEntry(ctx, id));
  if (!entry) {
    // Restored already; what one may not change is none.
    const there = await entryOf(ctx, id);
    if (!(await changeableIds(ctx, [there])).has(id)) throw unknown();
    return;
  }
  const { ownerId } = entry;
  const folder =
    entry.parentId === ''
      ? undefined
      : await entryTable
          .select(ctx, 'e')
          .where('e.id', '=', entry.parentId)
          .where('e.ownerId', '=', ownerId)
          .where('e.trashedAt', 'is', null)
          .executeTakeFirst();
  const place = { ownerId, parentId: folder?.id ?? '', path: folder?.path ?? [] };
  const name = freeName(entry.name, await takenNames(ctx, place));
  // rows: an entry that the caller may bring back, whose folders are locked
  await ctx.db
    .updateTable('documents.entry')
    .set({ name, name_key: nameKey(name), parent_id: place.parentId })
    .where('id', '=', id)
    .execute();
  await hangBelow(ctx, entry, place);
  // rows: an entry that the caller may bring back, and what was deleted with it
  await ctx.db.updateTable('documents.entry').set({ trash_id: '', trashed_at: null }).where('trash_id', '=', id).where('owner_id', '=', ownerId).execute();
}

/** Nobody sees it any more; the job takes rows and files away. Gone already, or somebody else's: nothing happens. */
export async function destroyEntry(ctx: Ctx, id: string): Promise<void> {
  const { userId } = ctx.user;
  ctx.audit({ subject: 'document', subjectId: id });
  await lockOwner(ctx, userId);
  const entry = await deletedEntry(ctx, id);
  if (entry?.ownerId !== userId) return;
  ctx.audit({ before: { name: entry.name } });
  // rows: the caller's own entry, and what was deleted with it
  await ctx.db.updateTable('documents.entry').set({ purged_at: ctx.clock.now() }).where('trash_id', '=', id).where('owner_id', '=', userId).execute();
}
