import type { BoardChanges } from '../../contract/board.schema.ts';
import { BOARD_MENU, MAX_CHANGED_SLOTS } from '../../contract/limits.ts';
import { type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { hiddenAmong, loadsBetween, presentSlot } from './board.query.ts';
import { byDay, knownFacts } from './known-facts.ts';

/** Ids of the places of a day that the caller sees; of whoever sees every row of the facility nothing is read. */
async function seenOn(ctx: Ctx, date: string, rows: readonly SlotStored[]): Promise<ReadonlySet<string>> {
  if (ctx.dataScope(BOARD_MENU).kind === 'organisation') return new Set(rows.map(({ id }) => id));
  const seen = await slotTable.select(ctx, 's').where('s.orgId', '=', ctx.user.orgId).where('s.date', '=', date).execute();
  return new Set(seen.map(({ id }) => id));
}

/**
 * Changed places of a day as the caller sees them. Others of the same patients come with them, because two places of one patient speak against each other;
 * a place that went to another day is looked at for its patient alone.
 */
export async function changesOn(ctx: Ctx, date: string, ids: readonly string[]): Promise<BoardChanges> {
  const { orgId } = ctx.user;
  const asked = ids.slice(0, MAX_CHANGED_SLOTS);
  const rows = await slotTable
    .everywhere(ctx, 'places of a facility that the rules compare with each other, whoever looks', 's')
    .where('s.orgId', '=', orgId)
    .where((eb) => eb.or([eb('s.date', '=', date), eb('s.id', 'in', asked)]))
    .execute();
  const patients = new Set(rows.filter(({ id }) => asked.includes(id)).map(({ patientId }) => patientId));
  const day = rows.filter((row) => row.date === date);
  const touched = day.filter(({ patientId }) => patients.has(patientId)).map(({ id }) => id);
  const seen =
    touched.length === 0 ? [] : await slotTable.select(ctx, 's').where('s.orgId', '=', orgId).where('s.date', '=', date).where('s.id', 'in', touched).execute();
  // Whoever lies at the same place is named in the sentence.
  const here = new Set(seen.map(({ shiftId, stationId }) => `${shiftId}|${stationId}`));
  const neighbours = day.filter(({ shiftId, stationId }) => here.has(`${shiftId}|${stationId}`)).map(({ patientId }) => patientId);
  const facts = await knownFacts(ctx, orgId, [...patients, ...neighbours], date, date);
  const others = byDay(day);
  return {
    slots: seen.map((row) => presentSlot(row, facts, others)),
    hidden: hiddenAmong(day, await seenOn(ctx, date, day)),
    loads: await loadsBetween(ctx, orgId, date, date, day, facts.limits),
  };
}
