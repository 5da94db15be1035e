import { type Money, moneyFromText } from '@nephra/plugin-sdk/contract';
import { type FigurePeriod, type RequestContext, sql, visibleRows } from '@nephra/plugin-sdk/server';
import { RxStatus } from '../../contract/index.ts';
import { dayRange } from '../day-range.ts';
import { prescriptionModel } from '../prescription.model.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** Worth of what is sold of a prescription, as lists say it to the desk. */
export const amountOf = sql<string>`p.total_price - p.withdrawn_price`;
/** Business day of a prescription. */
const dayOfRow = sql<unknown>`(p.dp_date at time zone 'Asia/Shanghai')::date`;

/**
 * Prescriptions written for the days of a period that the caller may see, void ones left out.
 * @throws AppError `prescription.bad-day`
 */
export function writtenIn(ctx: Ctx, { startDate, endDate }: FigurePeriod) {
  const { from, before } = dayRange(startDate, endDate);
  return ctx.db
    .selectFrom('prescription.prescription as p')
    .where(visibleRows(ctx, prescriptionModel, { alias: 'p' }))
    .where('p.rx_status', '<>', RxStatus.Void)
    .where('p.dp_date', '>=', from)
    .where('p.dp_date', '<', before);
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
    .select(['p.patient_id', sql<string>`count(*)`.as('prescriptions'), sql<string>`sum(${amountOf})`.as('amount')])
    .groupBy('p.patient_id')
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
    .select([sql<string>`to_char(${dayOfRow}, 'YYYY-MM-DD')`.as('day'), 'p.dp_type', sql<string>`count(*)`.as('count')])
    .groupBy([dayOfRow, 'p.dp_type'])
    .execute();
  return rows.map((row) => ({ day: row.day, dpType: row.dp_type, count: Number(row.count) }));
}

/** How many by doctor, most first. */
export async function writtenByDoctor(ctx: Ctx, period: FigurePeriod): Promise<{ workerId: string; workerName: string; count: number }[]> {
  const rows = await writtenIn(ctx, period)
    .select(['p.worker_id', sql<string>`max(p.worker_name)`.as('worker_name'), sql<string>`count(*)`.as('count')])
    .groupBy('p.worker_id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('p.worker_id')
    .execute();
  return rows.map((row) => ({ workerId: row.worker_id, workerName: row.worker_name, count: Number(row.count) }));
}
