import { AppError, type OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import { monthOf } from '../../../domain/month/month.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { monthCloseTable } from '../../tables/month.table.ts';

const lockKey = (orgId: string, month: string): string => `charging.month/${orgId}/${month}`;

/** Closings of facilities that were not taken back. */
const standing = (db: Kysely<ChargingTables>, orgIds: readonly string[]) =>
  monthCloseTable
    .everywhere({ db }, 'whoever writes into a month of a facility must know that it is closed', 'close')
    .clearSelect()
    .where('close.orgId', 'in', orgIds)
    .where('close.reopenedAt', 'is', null);

/**
 * The month of this day when it is closed. Until the caller's transaction ends nobody can close the month either, so what was
 * written while it was open is seen by whoever closes it.
 */
export async function closedMonthOfDay(db: Kysely<ChargingTables>, orgId: string, day: string): Promise<string | undefined> {
  const month = monthOf(day);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockKey(orgId, month)}, 0))`.execute(db);
  return (await standing(db, [orgId]).select('close.id').where('close.month', '=', month).executeTakeFirst()) && month;
}

/** @throws AppError `charging.month-closed` */
export async function assertMonthOpen(db: Kysely<ChargingTables>, orgId: string, month: string): Promise<void> {
  if (await closedMonthOfDay(db, orgId, `${month}-01`)) throw new AppError('charging.month-closed', { params: { month } });
}

/** Waits for everybody who writes in this month, and keeps them out until the transaction ends. */
export async function lockMonth(db: Kysely<ChargingTables>, orgId: string, month: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockKey(orgId, month)}, 0))`.execute(db);
}

/** Months of the facility that are closed now. */
export async function closedMonths(db: Kysely<ChargingTables>, orgId: string): Promise<ReadonlySet<string>> {
  const rows = await standing(db, [orgId]).select('close.month').execute();
  return new Set(rows.map((row) => row.month));
}

/** The same of some facilities: where each month is closed. */
export async function orgsOfClosedMonths(db: Kysely<ChargingTables>, orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, readonly OrgId[]>> {
  const closed = new Map<string, OrgId[]>();
  if (orgIds.length === 0) return closed;
  const rows = await standing(db, orgIds).select(['close.month', 'close.orgId']).orderBy('close.month').orderBy('close.orgId').execute();
  for (const { month, orgId } of rows) closed.set(month, [...(closed.get(month) ?? []), orgId as OrgId]);
  return closed;
}
