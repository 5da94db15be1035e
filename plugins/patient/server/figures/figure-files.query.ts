import { DAY_MS, type FigurePeriod, parseDay, periodBefore } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { PatientType } from '../../contract/index.ts';
import type { Ctx } from '../files/patient-call.ts';
import { ownFiles, patientTable } from '../files/patient.table.ts';
import { UNTESTED } from './figure-words.ts';

const IN_USE = sql<boolean>`file.enabled and file."mergedInto" is null`;
/** Business day on which a file was opened. */
export const OPENED_ON = sql<string>`to_char(file."createdAt" at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
const MARKS = sql<string[]>`case when file.infected = '{}' then array[${sql.lit(UNTESTED)}] else file.infected end`;

/** Files that the caller may see, whatever their state. */
export const visibleFiles = (ctx: Ctx) => patientTable.select(ownFiles(ctx), 'file').clearSelect();

export const filesInUse = (ctx: Ctx) => visibleFiles(ctx).where(IN_USE);

const openedWithin = ({ startDate, endDate }: FigurePeriod) =>
  sql<boolean>`(file."createdAt" >= ${new Date(parseDay(startDate))} and file."createdAt" < ${new Date(parseDay(endDate) + DAY_MS)} and file."mergedInto" is null)`;

/** Files opened in a period and not merged away since. */
export const filesOpened = (ctx: Ctx, period: FigurePeriod) => visibleFiles(ctx).where(openedWithin(period));

/** Dialysis patients in use with this mark; `UNTESTED`: without any. */
export const filesMarked = (ctx: Ctx, mark: string) => filesInUse(ctx).where('file.patientType', '=', 'dialysis').where(sql<boolean>`${mark} = any(${MARKS})`);

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
      count(sql<boolean>`${IN_USE} and file."patientType" = 'dialysis'`).as('dialysis'),
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
    .select(['file.patientType', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('file.patientType')
    .execute();
  return new Map(rows.map((row) => [patientTable.codec.patientType.read(row.patientType), Number(row.count)]));
}

/** Files in use by payer, most first. */
export async function filesByPayer(ctx: Ctx): Promise<{ reimWay: string; count: number }[]> {
  const rows = await filesInUse(ctx)
    .select(['file.reimWay', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('file.reimWay')
    .orderBy('count', 'desc')
    .orderBy('file.reimWay')
    .execute();
  return rows.map((row) => ({ reimWay: row.reimWay, count: Number(row.count) }));
}

/** Dialysis patients in use by mark; somebody with two marks counts for both. */
export async function dialysisByMark(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const marks = filesInUse(ctx).where('file.patientType', '=', 'dialysis').select(sql<string>`unnest(${MARKS})`.as('mark'));
  const rows = await ctx.db
    .selectFrom(marks.as('marked'))
    .select(['marked.mark', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('marked.mark')
    .execute();
  return new Map(rows.map(({ mark, count }) => [mark, Number(count)]));
}
