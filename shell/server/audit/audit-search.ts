import type { Kysely } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import { type AuditFilter, narrowed, type Onlooker, seenBy } from './audit-view.ts';

/**
 * Entries that are searched for words at one time, newest first. Words stand in the text of an entry, which no index holds: a million of them take
 * seconds. Who looks further back sets the last day, and the search goes on from there.
 */
export const MAX_SEARCHED = 20_000;

/** Where the search for words stops: the oldest entry that is still looked at; undefined when nothing is left out. */
export async function searchEnd(db: Kysely<CoreTables>, filter: AuditFilter, onlooker: Onlooker): Promise<{ seq: string; at: Date } | undefined> {
  if (!filter.keyword && !filter.action) return undefined;
  const entries = narrowed(seenBy(db.selectFrom('core.audit').select(['seq', 'at']), onlooker), filter).orderBy('seq', 'desc');
  const last = await entries
    .limit(2)
    .offset(MAX_SEARCHED - 1)
    .execute();
  return last.length < 2 ? undefined : last[0];
}
