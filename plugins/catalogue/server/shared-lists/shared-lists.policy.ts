import type { RequestContext } from '@nephra/plugin-sdk/server';
import { entryTable } from '../tables/entry.table.ts';
import type { CatalogueDb } from '../tables.ts';

/**
 * Diagnoses and interactions are one list for all facilities, while a permission is granted for the organisations of its holder. So they are kept by
 * administrators, and by whoever's organisations are all that have a catalogue: the pharmacist of a hospital with one centre is among them.
 */
export async function keepsSharedLists({ db, user }: Pick<RequestContext<CatalogueDb>, 'db' | 'user'>): Promise<boolean> {
  if (user.isAdministrator) return true;
  const elsewhere = await entryTable
    .everywhere({ db }, 'whether others have a catalogue; nothing of it is told', 'one')
    .clearSelect()
    .select('one.orgId')
    .where('one.orgId', 'not in', [...user.orgIds])
    .limit(1)
    .executeTakeFirst();
  return elsewhere === undefined;
}
