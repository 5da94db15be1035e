import { DAY_MS, dayOf, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { dialysisAttendance } from '../../../dialysis-schedule/contract/index.ts';
import type { Away, DialysisStays } from '../../contract/stays.service.ts';
import { type Attendance, staysOf } from '../../domain/stays.ts';
import { entryTable } from '../tables/entry.table.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** A stay that began so many days before is still known. */
const LOOK_BACK_DAYS = 62;
const MAX_ROWS = 20_000;
const MISSED: readonly number[] = [8, 9];

/** What the sheets say: who came, and why somebody did not. */
async function onSheets(ctx: WorkCtx, patientIds: readonly string[], orgIds: readonly OrgId[], from: string, to: string): Promise<readonly Attendance[]> {
  const rows = await sessionTable
    .everywhere(ctx, 'treatments of patients and organisations that whoever asks has checked', 's')
    .clearSelect()
    .select(['s.id', 's.patientId', 's.day', 's.state'])
    .where('s.patientId', 'in', [...patientIds])
    .where('s.orgId', 'in', [...orgIds])
    .where('s.day', '>=', from)
    .where('s.day', '<=', to)
    .where('s.state', 'in', [3, 4, 5, 8, 9])
    .orderBy('s.day')
    .orderBy('s.id')
    .limit(MAX_ROWS)
    .execute();
  const missed = rows.filter(({ state }) => MISSED.includes(state)).map(({ id }) => id);
  const entries =
    missed.length === 0
      ? []
      : await entryTable
          .everywhere(ctx, 'of the treatments that were just read', 'e')
          .where('e.sessionId', 'in', missed)
          .where('e.kind', 'in', ['absent', 'cancel'])
          .orderBy('e.at')
          .orderBy('e.id')
          .execute();
  const reasonOf = new Map(entries.map(({ sessionId, content }) => [sessionId, String(content.reason ?? '')]));
  return rows.map(({ id, patientId, day, state }) => ({ patientId, day, came: !MISSED.includes(state), reason: reasonOf.get(id) ?? '' }));
}

/** Who was away on days until `to`: left for good, in a hospital, or on a journey, as treatments that were missed and places on the board tell it. */
export async function awaysOf(ctx: WorkCtx, orgIds: readonly OrgId[], patientIds: readonly string[], from: string, to: string): Promise<readonly Away[]> {
  if (patientIds.length === 0 || orgIds.length === 0) return [];
  const since = dayOf(parseDay(from) - LOOK_BACK_DAYS * DAY_MS);
  const onBoard = (await ctx.optionalService(dialysisAttendance)?.missed(patientIds, orgIds, since, to)) ?? [];
  const stays = staysOf([
    ...(await onSheets(ctx, patientIds, orgIds, since, to)),
    ...onBoard.map(({ patientId, date, reason }) => ({ patientId, day: date, came: false, reason })),
  ]);
  const facts = await ctx.service(dialysisDirectory).planning(patientIds, orgIds, to);
  const left = [...facts.values()].flatMap(({ patientId, outcomeOn }): Away[] =>
    outcomeOn === null || outcomeOn > to ? [] : [{ patientId, from: outcomeOn, to: null, why: 'outcome' }],
  );
  return [...left, ...stays];
}

/** Stays for other plugins (`dialysis-session.stays@1`). */
export const staysServiceOf = (ctx: WorkCtx): DialysisStays => ({
  of: (patientIds, orgIds, from, to) => awaysOf(ctx, orgIds, patientIds, from, to),
});
