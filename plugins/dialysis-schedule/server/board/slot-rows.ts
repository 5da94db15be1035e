import type { OrgId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { Zone } from '../../../dialysis-file/contract/index.ts';
import { boardChanged, boardFrames, type SlotFacts } from '../../contract/index.ts';
import { MAX_CHANGED_SLOTS } from '../../contract/limits.ts';
import type { PlacedSlot } from '../../domain/rules/conflicts.ts';
import type { Place } from '../../domain/rules/exceptions.ts';
import { stationTable } from '../tables/place.tables.ts';
import { type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

export const factsOfSlot = (row: SlotStored): SlotFacts => ({
  slotId: row.id,
  orgId: row.orgId,
  date: row.date,
  shiftId: row.shiftId,
  stationId: row.stationId,
  patientId: row.patientId,
  origin: row.origin,
  mode: row.mode,
  state: row.state,
  version: row.version,
});
export const placedOf = (row: SlotStored): PlacedSlot => ({ ...factsOfSlot(row), zoneOverridden: row.zoneReason !== '' });
/** The place that the pattern gave; null for what people added. */
export const homeOf = ({ homeDay, homeShiftId, homeStationId }: SlotStored): Place | null =>
  homeDay === null ? null : { date: homeDay, shiftId: homeShiftId, stationId: homeStationId };

/** Keeps other writers away from the boards of these days until the commit, always in one order. Who waited sees what the others did. */
export async function lockDays(ctx: Pick<WorkCtx, 'db'>, orgId: OrgId, days: readonly string[]): Promise<void> {
  for (const day of [...new Set(days)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`dialysis-schedule.board ${orgId} ${day}`}, 0))`.execute(ctx.db);
}

/**
 * After the commit open boards show and read again what changed on these days, and other plugins hear of them.
 * @param changed places that changed, as they are now; nothing else did. None: anything may have
 */
export async function tellChanged(
  ctx: Pick<WorkCtx, 'publish' | 'socket' | 'newId'>,
  orgId: OrgId,
  days: readonly string[],
  changed: readonly SlotStored[] = [],
): Promise<void> {
  const places = changed.map(({ id: slotId, date, shiftId, stationId, state, version }) => ({ slotId, date, shiftId, stationId, state, version }));
  const named = places.length > 0 && places.length <= MAX_CHANGED_SLOTS ? { slotIds: places.map(({ slotId }) => slotId), places } : {};
  const stamp = ctx.newId();
  for (const date of [...new Set(days)].toSorted()) {
    ctx.publish(boardChanged, { orgId, date });
    await ctx.socket.push({ organisation: orgId }, boardFrames, 'dialysisBoardChanged', { orgId, date, stamp, ...named });
  }
}

/** Zone of a station where somebody is put. */
export async function zoneAt(ctx: Pick<WorkCtx, 'db'>, stationId: string): Promise<Zone> {
  const [station] = await stationTable.everywhere(ctx, 'the station of a place that the rules have let pass', 's').where('s.id', '=', stationId).execute();
  if (!station) throw new Error(`station ${stationId} is gone`);
  return station.zone;
}

/** Places of a facility on some days, cancelled ones among them. */
export const slotsBetween = (ctx: Pick<WorkCtx, 'db'>, orgId: OrgId, from: string, to: string): Promise<SlotStored[]> =>
  slotTable
    .everywhere(ctx, 'places of a facility that the rules compare with each other, whoever looks', 's')
    .where('s.orgId', '=', orgId)
    .where('s.date', '>=', from)
    .where('s.date', '<=', to)
    .execute();
