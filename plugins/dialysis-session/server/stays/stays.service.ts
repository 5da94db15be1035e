import { DAY_MS, dayOf, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { type RawBuilder, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { dialysisAttendance } from '../../../dialysis-schedule/contract/index.ts';
import type { Away, DialysisStays } from '../../contract/stays.service.ts';
import { type Attendance, staysOf, whyAway } from '../../domain/stays.ts';
import { entryTable } from '../tables/entry.table.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** A stay that began so many days before is still known. */
const LOOK_BACK_DAYS = 62;
const MAX_ROWS = 20_000;
const CAME = sql<SqlBool>`s.state in (3, 4, 5)`;
/** Said as the index of what was missed says it. */
const MISSED = sql<SqlBool>`s.state in (8, 9)`;

/** Treatments in these states, of patients and on days. */
const onSheets = async (
  ctx: WorkCtx,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  [from, to]: readonly [string, string],
  inState: RawBuilder<SqlBool>,
) =>
  await sessionTable
    .everywhere(ctx, 'treatments of patients and organisations that whoever asks has checked', 's')
    .clearSelect()
    .select(['s.id', 's.patientId', 's.day'])
    .where(sql<SqlBool>`s."patientId" = any(${[...patientIds]}::text[])`)
    .where('s.orgId', 'in', [...orgIds])
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .where(inState)
    .orderBy('s.day')
    .orderBy('s.id')
    .limit(MAX_ROWS)
    .execute();

/** Who did not come, and why, as the sheets say. */
async function missedOnSheets(
  ctx: WorkCtx,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  days: readonly [string, string],
): Promise<readonly Attendance[]> {
  const rows = await onSheets(ctx, patientIds, orgIds, days, MISSED);
  if (rows.length === 0) return [];
  const entries = await entryTable
    .everywhere(ctx, 'of the treatments that were just read', 'e')
    .clearSelect()
    .select(['e.sessionId', sql<string | null>`e.content ->> 'reason'`.as('reason')])
    .where(sql<SqlBool>`e."sessionId" = any(${rows.map(({ id }) => id)}::text[])`)
    .where('e.kind', 'in', ['absent', 'cancel'])
    .orderBy('e.at')
    .orderBy('e.id')
    .execute();
  const reasonOf = new Map(entries.map(({ sessionId, reason }) => [sessionId, reason ?? '']));
  return rows.map(({ id, patientId, day }) => ({ patientId, day, came: false, reason: reasonOf.get(id) ?? '' }));
}

/** Who was away on days until `to`: left for good, in a hospital, or on a journey, as treatments that were missed and places on the board tell it. */
export async function awaysOf(ctx: WorkCtx, orgIds: readonly OrgId[], patientIds: readonly string[], from: string, to: string): Promise<readonly Away[]> {
  if (patientIds.length === 0 || orgIds.length === 0) return [];
  const days = [dayOf(parseDay(from) - LOOK_BACK_DAYS * DAY_MS), to] as const;
  const [onSheetsMissed, onBoard, outcomes] = await Promise.all([
    missedOnSheets(ctx, patientIds, orgIds, days),
    ctx.optionalService(dialysisAttendance)?.missed(patientIds, orgIds, ...days) ?? [],
    ctx.service(dialysisDirectory).outcomes(patientIds, orgIds),
  ]);
  const missed: readonly Attendance[] = [...onSheetsMissed, ...onBoard.map(({ patientId, date, reason }) => ({ patientId, day: date, came: false, reason }))];
  // Whoever missed none to be elsewhere was here: the treatments of all others need not be read.
  const maybeAway = [...new Set(missed.filter(({ reason }) => whyAway(reason)).map(({ patientId }) => patientId))];
  const came = maybeAway.length === 0 ? [] : await onSheets(ctx, maybeAway, orgIds, days, CAME);
  const stays = staysOf([...missed, ...came.map(({ patientId, day }) => ({ patientId, day, came: true, reason: '' }))]);
  const left = [...outcomes].flatMap(([patientId, outcomeOn]): Away[] => (outcomeOn > to ? [] : [{ patientId, from: outcomeOn, to: null, why: 'outcome' }]));
  return [...left, ...stays];
}

/** Stays for other plugins (`dialysis-session.stays@1`). */
export const staysServiceOf = (ctx: WorkCtx): DialysisStays => ({
  of: (patientIds, orgIds, from, to) => awaysOf(ctx, orgIds, patientIds, from, to),
});
