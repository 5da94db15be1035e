import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { MAX_ENTRIES } from '../../contract/limits.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/**
 * Ids of what counts of each treatment, found by its index treatment by treatment: the last readings that say a pressure and a volume, and all that changed it or
 * happened in it.
 */
// rows: of treatments that whoever asks has checked; the entries themselves come through their door below
const countingIds = (ids: readonly string[]) => sql`
  (select found.id from unnest(${[...ids]}::text[]) as treatment (id) cross join lateral (
    (select one.id from dialysis_session.entry as one where one.session_id = treatment.id and one.kind = 'reading'
       and jsonb_typeof(one.content -> 'fields' -> 'systolic') = 'number' order by one.at desc, one.id desc limit 1)
    union all
    (select one.id from dialysis_session.entry as one where one.session_id = treatment.id and one.kind = 'reading'
       and jsonb_typeof(one.content -> 'fields' -> 'ufVolume') = 'number' order by one.at desc, one.id desc limit 1)
    union all
    (select one.id from dialysis_session.entry as one where one.session_id = treatment.id and one.kind in ('adjust', 'event')
       order by one.at desc, one.id desc limit ${MAX_ENTRIES}::int)) as found)`;

/** As a sheet has them. */
const inTurn = (a: EntryStored, b: EntryStored): number => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);

/**
 * What a day's pages say of treatments, by treatment, oldest first: adjustments, events, and of the readings those that say the pressure and the volume of now. However
 * many treatments there are, none of these is left out; what was read before stays where it is.
 * @param ids treatments of these facilities that whoever asks has checked
 */
export async function entriesThatCount(ctx: WorkCtx, orgIds: readonly OrgId[], ids: readonly string[]): Promise<ReadonlyMap<string, readonly EntryStored[]>> {
  const found = new Map<string, EntryStored[]>();
  if (ids.length === 0 || orgIds.length === 0) return found;
  const rows = await entryTable
    .everywhere(ctx, 'treatments of organisations that whoever asks has checked', 'e')
    .where('e.orgId', 'in', [...orgIds])
    .where(sql<SqlBool>`e.id in ${countingIds(ids)}`)
    .execute();
  for (const row of rows.toSorted(inTurn)) {
    const own = found.get(row.sessionId);
    if (own) own.push(row);
    else found.set(row.sessionId, [row]);
  }
  return found;
}
