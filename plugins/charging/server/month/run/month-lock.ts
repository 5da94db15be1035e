import { AppError } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import { monthOf } from '../../../domain/month/month.ts';
import type { MonthTables } from '../month-tables.ts';

const lockKey = (orgId: string, month: string): string => `charging.month/${orgId}/${month}`;

async function isClosed(db: Kysely<MonthTables>, orgId: string, month: string): Promise<boolean> {
  const row = await db
    .selectFrom('charging.month_close')
    .select('id')
    .where('org_id', '=', orgId)
    .where('month', '=', month)
    .where('reopened_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The month of this day when it is closed. Until the caller's transaction ends nobody can close the month either, so what was
 * written while it was open is seen by whoever closes it.
 */
export async function closedMonthOfDay(db: Kysely<MonthTables>, orgId: string, day: string): Promise<string | undefined> {
  const month = monthOf(day);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockKey(orgId, month)}, 0))`.execute(db);
  return (await isClosed(db, orgId, month)) ? month : undefined;
}

/** @throws AppError `charging.month-closed` */
export async function assertMonthOpen(db: Kysely<MonthTables>, orgId: string, month: string): Promise<void> {
  if (await closedMonthOfDay(db, orgId, `${month}-01`)) throw new AppError('charging.month-closed', { params: { month } });
}

/** Waits for everybody who writes in this month, and keeps them out until the transaction ends. */
export async function lockMonth(db: Kysely<MonthTables>, orgId: string, month: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockKey(orgId, month)}, 0))`.execute(db);
}

/** Months of the facility that are closed now. */
export async function closedMonths(db: Kysely<MonthTables>, orgId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('charging.month_close').select('month').where('org_id', '=', orgId).where('reopened_at', 'is', null).execute();
  return new Set(rows.map((row) => row.month));
}
