import { type Money, moneyFromText } from '@nephra/plugin-sdk/contract';
import { type FigurePeriod, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import { RxStatus } from '../../contract/index.ts';
import { dayRange } from '../day-range.ts';
import { prescriptionTable } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** Worth of what is sold of a prescription, as lists say it to the desk. */
export const amountOf = sql<string>`p."totalPrice" - p."withdrawnPrice"`;
/** Business day of a prescription. */
const dayOfRow = sql<unknown>`(p."dpDate" at time zone 'Asia/Shanghai')::date`;

/**
 * Prescriptions written for the days of a period that the caller may see, void ones left out.
 * @throws AppError `prescription.bad-day`
 */
export function writtenIn(ctx: Ctx, { startDate, endDate }: FigurePeriod) {
  const { from, before } = dayRange(startDate, endDate);
  return ctx.db
    .selectFrom(prescriptionTable.as(ctx, 'p'))
    .where('p.rxStatus', '<>', RxStatus.Void)
    .where('p.dpDate', '>=', from)
    .where('p.dpDate', '<', before);
}

/** Of a whole period. */
export interface WrittenTotals {
  readonly prescriptions: number;
  readonly patients: number;
  readonly amount: Money;
}

/** How many, for how many patients, and what they come to. */
export async function writtenTotals(ctx: Ctx, period: FigurePeriod): Promise<WrittenTotals> {
  // By patient first: counting distinct ones sorts them all, which takes several times as long.
  const byPatient = writtenIn(ctx, period)
    .select(['p.patientId', sql<string>`count(*)`.as('prescriptions'), sql<string>`sum(${amountOf})`.as('amount')])
    .groupBy('p.patientId')
    .as('one');
  const row = await ctx.db
    .selectFrom(byPatient)
    .select([
      sql<string>`count(*)`.as('patients'),
      sql<string>`coalesce(sum(one.prescriptions), 0)`.as('prescriptions'),
      sql<string>`coalesce(sum(one.amount), 0)`.as('amount'),
    ])
    .executeTakeFirstOrThrow();
  return { prescriptions: Number(row.prescriptions), patients: Number(row.patients), amount: moneyFromText(row.amount) };
}

/** How many by day and kind (`dpType`); days and kinds without any are left out. */
export async function writtenByDay(ctx: Ctx, period: FigurePeriod): Promise<{ day: string; dpType: number; count: number }[]> {
  const rows = await writtenIn(ctx, period)
    .select([sql<string>`to_char(${dayOfRow}, 'YYYY-MM-DD')`.as('day'), 'p.dpType', sql<string>`count(*)`.as('count')])
    .groupBy([dayOfRow, 'p.dpType'])
    .execute();
  return rows.map((row) => ({ day: row.day, dpType: row.dpType, count: Number(row.count) }));
}

/** How many by doctor, most first. */
export async function writtenByDoctor(ctx: Ctx, period: FigurePeriod): Promise<{ workerId: string; workerName: string; count: number }[]> {
  const rows = await writtenIn(ctx, period)
    .select(['p.workerId', sql<string>`max(p."workerName")`.as('worker_name'), sql<string>`count(*)`.as('count')])
    .groupBy('p.workerId')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('p.workerId')
    .execute();
  return rows.map((row) => ({ workerId: row.workerId, workerName: row.worker_name, count: Number(row.count) }));
}
