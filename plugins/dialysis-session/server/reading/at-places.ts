import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { type SessionStored, sessionTable } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/**
 * Treatments at places of a day, by place: each has one at most, so that no limit cuts a day of many facilities. Rights are the matter of whoever asks.
 * @param slotIds places of the day in these facilities
 */
export async function sessionsAt(ctx: WorkCtx, orgIds: readonly OrgId[], day: string, slotIds: readonly string[]): Promise<ReadonlyMap<string, SessionStored>> {
  if (slotIds.length === 0 || orgIds.length === 0) return new Map();
  const rows = await sessionTable
    .everywhere(ctx, 'treatments at places of organisations that whoever asks has checked; its rights on them are asked afterwards', 's')
    .where('s.orgId', 'in', [...orgIds])
    .where('s.day', '=', day)
    .where(sql<SqlBool>`s."slotId" = any(${[...slotIds]}::text[])`)
    .limit(slotIds.length)
    .execute();
  return new Map(rows.map((session) => [session.slotId, session]));
}
