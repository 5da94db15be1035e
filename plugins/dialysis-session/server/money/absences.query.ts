import { DAY_MS, dayOf, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { type Away, staysOf } from '../../domain/money/price-rules.ts';
import { entryTable } from '../tables/entry.table.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';

/** A stay that began so many days before the month is still known. */
const LOOK_BACK_DAYS = 62;
const MAX_ROWS = 20_000;
const MISSED: readonly number[] = [8, 9];

/** Who was away on days until `to`: left for good, or in a hospital, as treatments that were missed tell it. */
export async function awaysOf(ctx: Ctx, orgIds: readonly OrgId[], patientIds: readonly string[], from: string, to: string): Promise<readonly Away[]> {
  if (patientIds.length === 0) return [];
  const rows = await sessionTable
    .select(ctx, 's')
    .clearSelect()
    .select(['s.id', 's.patientId', 's.day', 's.state'])
    .where('s.patientId', 'in', [...patientIds])
    .where('s.day', '>=', dayOf(parseDay(from) - LOOK_BACK_DAYS * DAY_MS))
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
          .select(ctx, 'e')
          .where('e.sessionId', 'in', missed)
          .where('e.kind', 'in', ['absent', 'cancel'])
          .orderBy('e.at')
          .orderBy('e.id')
          .execute();
  const reasonOf = new Map(entries.map(({ sessionId, content }) => [sessionId, String(content.reason ?? '')]));
  const stays = staysOf(rows.map(({ id, patientId, day, state }) => ({ patientId, day, came: !MISSED.includes(state), reason: reasonOf.get(id) ?? '' })));
  const facts = await ctx.service(dialysisDirectory).planning(patientIds, orgIds, to);
  const left = [...facts.values()].flatMap(({ patientId, outcomeOn }): Away[] =>
    outcomeOn === null || outcomeOn > to ? [] : [{ patientId, from: outcomeOn, to: null, why: 'outcome' }],
  );
  return [...left, ...stays];
}
