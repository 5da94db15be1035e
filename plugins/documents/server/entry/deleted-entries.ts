import { sql } from '@nephra/plugin-sdk/server';
import { type Ctx, type EntryStored, entryTable } from '../tables/tables.ts';

/**
 * What was deleted by itself and the caller may bring back: their own, and what lay in a folder of somebody else's that they may change. So what somebody deletes
 * there comes back also when its owner has left.
 */
export const deletedEntries = (ctx: Ctx) => {
  const { userId } = ctx.user;
  // rows: folders that are shared with the caller to be changed
  const given = sql`array(select entry_id from documents.share where user_id = ${userId} and may_change)`;
  return entryTable
    .everywhere(ctx, 'what was deleted from a folder comes back by whoever may change the folder, which the next condition asks for', 'e')
    .where(
      // What lies below such folders is found by the index of what was deleted. A thousand of them would be compared with each entry's path: the path looks for them.
      // rows: whether the folder that it lay in is there and shared with the caller to be changed
      sql<boolean>`(e."ownerId" = ${userId} or (e.path && ${given} and exists (
        select from documents.entry as folder join documents.share as given on given.entry_id = any(folder.path)
        where folder.id = e."parentId" and folder.trashed_at is null and given.user_id = ${userId} and given.may_change)))`,
    )
    .where('e.purgedAt', 'is', null)
    .where('e.trashedAt', 'is not', null)
    .whereRef('e.trashId', '=', 'e.id');
};

/** One of them; undefined: it is not there (any more). */
export const deletedEntry = (ctx: Ctx, id: string): Promise<EntryStored | undefined> =>
  deletedEntries(ctx).where('e.id', '=', id).executeTakeFirst() as Promise<EntryStored | undefined>;
