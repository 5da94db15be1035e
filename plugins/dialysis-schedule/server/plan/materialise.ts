import { dayAfter, type OrgId } from '@nephra/plugin-sdk/contract';
import { type DialysisMode, dialysisDirectory, expandPattern } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type PlanFacts, planSlots, type StandingSlot, type WantedSlot } from '../../domain/rules/plan-slots.ts';
import { closedBy, closuresBetween } from '../board/known-facts.ts';
import { shiftsOf, stationsOf } from '../board/ground.ts';
import { homeOf, lockDays, tellChanged } from '../board/slot-rows.ts';
import { type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

export interface Materialised {
  readonly added: number;
  readonly removed: number;
  /** Treatments that no station was found for: the board lists them as not planned. */
  readonly left: number;
}

const standingOf = (row: SlotStored): StandingSlot => ({
  slotId: row.id,
  patientId: row.patientId,
  date: row.date,
  shiftId: row.shiftId,
  stationId: row.stationId,
  mode: row.mode,
  state: row.state,
  held: row.held,
  homeDate: homeOf(row)?.date ?? null,
});

/** What patterns want in these days; whoever has an outcome is wanted no more from its day on. */
async function wantedSlots(ctx: WorkCtx, orgId: OrgId, from: string, to: string, patientIds: readonly string[] | undefined): Promise<WantedSlot[]> {
  const patterns = await ctx.service(dialysisDirectory).patterns({ orgIds: [orgId], from, to, ...(patientIds && { patientIds }) });
  return patterns.flatMap((pattern) =>
    expandPattern(pattern, from, to).map(({ date, shiftId, stationId, mode }) => ({
      ...{ patientId: pattern.patientId, patternId: pattern.patternId, date, shiftId, stationId, mode },
    })),
  );
}

async function factsFor(
  ctx: WorkCtx,
  orgId: OrgId,
  from: string,
  to: string,
  patientIds: readonly string[],
): Promise<PlanFacts & { readonly ended: (patientId: string, date: string) => boolean }> {
  const ids = [...new Set(patientIds)];
  const [planning, patients] = [
    await ctx.service(dialysisDirectory).planning(ids, [orgId], from),
    new Map((await ctx.service(patientDirectory).list(ids, [orgId])).map((row) => [row.patientId, row])),
  ];
  const [shifts, stations] = [await shiftsOf(ctx, [orgId]), await stationsOf(ctx, [orgId])];
  const closed = closedBy(await closuresBetween(ctx, orgId, from, to));
  return {
    stations: stations.filter(({ enabled }) => enabled),
    hasShift: (shiftId) => shifts.some((shift) => shift.shiftId === shiftId),
    lastShift: (shiftId) => shifts.some((shift) => shift.shiftId === shiftId && shift.last),
    closed,
    patient(patientId) {
      const facts = planning.get(patientId);
      return facts && { zone: facts.zone, mode: facts.mode, bed: patients.get(patientId)?.dialysis?.bed ?? '' };
    },
    ended(patientId, date) {
      const facts = planning.get(patientId);
      const file = patients.get(patientId);
      if (file?.enableMark !== 1) return true;
      return facts !== undefined && (!facts.active || (facts.outcomeOn !== null && date >= facts.outcomeOn));
    },
  };
}

/**
 * Makes the board of these days what the patterns want. What people moved, added or took away stays, and so does what has happened. Nothing is done twice.
 * The caller is in a transaction.
 * @param options.patientIds of these alone
 * @param options.days of which open boards are told
 */
export async function materialise(
  ctx: WorkCtx,
  orgId: OrgId,
  from: string,
  to: string,
  { patientIds, quiet = false }: { readonly patientIds?: readonly string[]; readonly quiet?: boolean } = {},
): Promise<Materialised> {
  if (to < from) return { added: 0, removed: 0, left: 0 };
  const span: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) span.push(day);
  await lockDays(ctx, orgId, span);
  const wanted = await wantedSlots(ctx, orgId, from, to, patientIds);
  const rows = await slotTable
    .everywhere(ctx, 'the board of a facility that the plan is worked out for', 's')
    .where('s.orgId', '=', orgId)
    .where((eb) => eb.or([eb.and([eb('s.date', '>=', from), eb('s.date', '<=', to)]), eb.and([eb('s.homeDay', '>=', from), eb('s.homeDay', '<=', to)])]))
    .execute();
  const facts = await factsFor(ctx, orgId, from, to, [...wanted.map(({ patientId }) => patientId), ...rows.map(({ patientId }) => patientId)]);
  const ofThese = new Set(patientIds);
  // Places of others are there to be seen and stay as they are; so does what was moved here from before the span.
  const standing = rows.map((row): StandingSlot => {
    const slot = standingOf(row);
    const mine = (patientIds === undefined || ofThese.has(row.patientId)) && row.date >= from;
    return mine && !facts.ended(row.patientId, row.date)
      ? slot
      : mine && row.state === 'planned'
        ? { ...slot, held: false, homeDate: slot.homeDate ?? '' }
        : { ...slot, held: true };
  });
  const plan = planSlots(
    wanted.filter(({ patientId, date }) => !facts.ended(patientId, date)),
    standing,
    facts,
  );
  const dayOfSlot = new Map(rows.map((row) => [row.id, row.date]));
  if (plan.remove.length > 0)
    // rows: places of the plan that no pattern wants any more and nobody touched
    await ctx.db
      .deleteFrom('dialysis_schedule.slot')
      .where('id', 'in', [...plan.remove])
      .where('state', '=', 'planned')
      .execute();
  const zones = new Map(facts.stations.map(({ stationId, zone }) => [stationId, zone]));
  await slotTable.insertAll(
    ctx,
    plan.add.map(({ patientId, patternId, date, shiftId, stationId, mode }) => ({
      ...{
        orgId,
        date,
        shiftId,
        stationId,
        // Of a station that was just planned with.
        zone: zones.get(stationId) ?? 'A',
        patientId,
        patternId,
        origin: 'pattern' as const,
        mode: mode as DialysisMode | null,
        state: 'planned' as const,
        held: false,
      },
      ...{ homeDay: date, homeShiftId: shiftId, homeStationId: stationId, reason: '', zoneReason: '', byId: '', byName: '' },
    })),
  );
  if (!quiet) await tellChanged(ctx, orgId, [...plan.add.map(({ date }) => date), ...plan.remove.map((id) => dayOfSlot.get(id) ?? from)]);
  return { added: plan.add.length, removed: plan.remove.length, left: plan.left.length };
}
