import { DAY_MS, type FigurePeriod, parseDay, periodBefore } from '@nephra/plugin-sdk/contract';
import { sql, visibleRows } from '@nephra/plugin-sdk/server';
import type { PatientType } from '../../contract/index.ts';
import type { Ctx } from '../files/patient-call.ts';
import { patientModel } from '../files/patient.model.ts';
import { UNTESTED } from './figure-words.ts';

const IN_USE = sql<boolean>`enabled and merged_into is null`;
/** Business day on which a file was opened. */
export const OPENED_ON = sql<string>`to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
const MARKS = sql<string[]>`case when infected = '{}' then array[${sql.lit(UNTESTED)}] else infected end`;

/** Files that the caller may see, whatever their state. */
export const visibleFiles = (ctx: Ctx) =>
  ctx.db
    .selectFrom('patient.patient')
    .where('org_id', 'in', [...ctx.user.orgIds])
    .where(visibleRows(ctx, patientModel));

export const filesInUse = (ctx: Ctx) => visibleFiles(ctx).where(IN_USE);

const openedWithin = ({ startDate, endDate }: FigurePeriod) =>
  sql<boolean>`(created_at >= ${new Date(parseDay(startDate))} and created_at < ${new Date(parseDay(endDate) + DAY_MS)} and merged_into is null)`;

/** Files opened in a period and not merged away since. */
export const filesOpened = (ctx: Ctx, period: FigurePeriod) => visibleFiles(ctx).where(openedWithin(period));

/** Dialysis patients in use with this mark; `UNTESTED`: without any. */
export const filesMarked = (ctx: Ctx, mark: string) => filesInUse(ctx).where('patient_type', '=', 'dialysis').where(sql<boolean>`${mark} = any(${MARKS})`);

export interface FileCounts {
  readonly files: number;
  readonly dialysis: number;
  readonly opened: number;
  readonly openedBefore: number;
}

/** How many files there are now, and how many were opened in a period and in the one before. */
export async function countFiles(ctx: Ctx, period: FigurePeriod): Promise<FileCounts> {
  const count = (which: ReturnType<typeof openedWithin>) => sql<string>`count(*) filter (where ${which})`;
  const row = await visibleFiles(ctx)
    .select([
      count(IN_USE).as('files'),
      count(sql<boolean>`${IN_USE} and patient_type = 'dialysis'`).as('dialysis'),
      count(openedWithin(period)).as('opened'),
      count(openedWithin(periodBefore(period))).as('opened_before'),
    ])
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), dialysis: Number(row.dialysis), opened: Number(row.opened), openedBefore: Number(row.opened_before) };
}

/** New files by business day; days without any are absent. */
export async function openedByDay(ctx: Ctx, period: FigurePeriod): Promise<ReadonlyMap<string, number>> {
  const rows = await filesOpened(ctx, period)
    .select([OPENED_ON.as('day'), (select) => select.fn.countAll<string>().as('count')])
    .groupBy(OPENED_ON)
    .execute();
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** Files in use by kind of patient. */
export async function filesByKind(ctx: Ctx): Promise<ReadonlyMap<PatientType, number>> {
  const rows = await filesInUse(ctx)
    .select(['patient_type', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('patient_type')
    .execute();
  return new Map(rows.map((row) => [row.patient_type, Number(row.count)]));
}

/** Files in use by payer, most first. */
export async function filesByPayer(ctx: Ctx): Promise<{ reimWay: string; count: number }[]> {
  const rows = await filesInUse(ctx)
    .select(['reim_way', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('reim_way')
    .orderBy('count', 'desc')
    .orderBy('reim_way')
    .execute();
  return rows.map((row) => ({ reimWay: row.reim_way, count: Number(row.count) }));
}

/** Dialysis patients in use by mark; somebody with two marks counts for both. */
export async function dialysisByMark(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const marks = filesInUse(ctx).where('patient_type', '=', 'dialysis').select(sql<string>`unnest(${MARKS})`.as('mark'));
  const rows = await ctx.db
    .selectFrom(marks.as('marked'))
    .select(['marked.mark', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('marked.mark')
    .execute();
  return new Map(rows.map(({ mark, count }) => [mark, Number(count)]));
}
