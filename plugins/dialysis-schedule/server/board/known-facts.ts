import { dayAfter, type OrgId } from '@nephra/plugin-sdk/contract';
import { type DialysisLimits, dialysisDirectory, type PlanningFacts } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory, type PatientRow } from '../../../patient/contract/index.ts';
import type { ShiftFacts, StationFacts } from '../../contract/index.ts';
import { NEIGHBOUR_DAYS } from '../../contract/limits.ts';
import { type Conflict, conflicts, isFree, type PlacedSlot, type SlotFactsKnown } from '../../domain/rules/conflicts.ts';
import { type ClosureStored, closureTable, type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { shiftsOf, stationsOf } from './ground.ts';
import { placedOf } from './slot-rows.ts';

const BOARD_LIMITS = ['gapWarnDays', 'gapAlarmDays', 'patientsPerNurse', 'patientsPerDoctor'] as const;
export type BoardLimits = Pick<DialysisLimits, (typeof BOARD_LIMITS)[number]>;

/** What the rules need to know about some days and patients of a facility, read with one statement for each kind. */
export interface KnownFacts {
  readonly shifts: readonly ShiftFacts[];
  readonly stations: readonly StationFacts[];
  readonly planning: ReadonlyMap<string, PlanningFacts>;
  readonly patients: ReadonlyMap<string, PatientRow>;
  readonly limits: BoardLimits;
  readonly closures: readonly ClosureStored[];
  readonly isClosed: (date: string, shiftId: string) => boolean;
  /** What speaks against a place. @param others places of the same day */
  readonly against: (slot: PlacedSlot, others: readonly PlacedSlot[]) => readonly Conflict[];
}

/** Closed days in force. */
export const closuresBetween = (ctx: Pick<WorkCtx, 'db'>, orgId: OrgId, from: string, to: string): Promise<ClosureStored[]> =>
  closureTable
    .everywhere(ctx, 'closed days of a facility, which bind everybody who plans there', 'c')
    .where('c.orgId', '=', orgId)
    .where('c.date', '>=', from)
    .where('c.date', '<=', to)
    .where('c.undoneAt', 'is', null)
    .execute();

export const closedBy =
  (closures: readonly Pick<ClosureStored, 'date' | 'shiftId'>[]) =>
  (date: string, shiftId: string): boolean =>
    closures.some((one) => one.date === date && (one.shiftId === '' || one.shiftId === shiftId));

/** Days of treatments of these patients, by patient, in their order. */
async function treatmentDays(ctx: WorkCtx, orgId: OrgId, patientIds: readonly string[], from: string, to: string): Promise<Map<string, string[]>> {
  const rows =
    patientIds.length === 0
      ? []
      : await slotTable
          .everywhere(ctx, 'neighbouring treatments of patients on the board, for the gap between them', 's')
          .clearSelect()
          .select(['s.patientId', 's.date', 's.state'])
          .where('s.orgId', '=', orgId)
          .where('s.patientId', 'in', [...patientIds])
          .where('s.date', '>=', from)
          .where('s.date', '<=', to)
          .orderBy('s.date')
          .execute();
  const days = new Map<string, string[]>();
  for (const { patientId, date, state } of rows) if (!isFree(slotTable.codec.state.read(state))) days.set(patientId, [...(days.get(patientId) ?? []), date]);
  return days;
}

/** @param from first and @param to last of the days that are looked at */
export async function knownFacts(ctx: WorkCtx, orgId: OrgId, patientIds: readonly string[], from: string, to: string): Promise<KnownFacts> {
  const ids = [...new Set(patientIds)];
  const directory = ctx.service(dialysisDirectory);
  const [shifts, stations, planning, patients, limits, closures, days] = [
    await shiftsOf(ctx, [orgId]),
    await stationsOf(ctx, [orgId]),
    await directory.planning(ids, [orgId], from),
    await ctx.service(patientDirectory).list(ids, [orgId]),
    await directory.someLimits(orgId, BOARD_LIMITS),
    await closuresBetween(ctx, orgId, from, to),
    await treatmentDays(ctx, orgId, ids, dayAfter(from, -NEIGHBOUR_DAYS), to),
  ];
  const shiftOf = new Map(shifts.map((shift) => [shift.shiftId, shift]));
  const stationOf = new Map(stations.map((station) => [station.stationId, station]));
  const patientOf = new Map(patients.map((patient) => [patient.patientId, patient]));
  const isClosed = closedBy(closures);
  const known = (slot: PlacedSlot): SlotFactsKnown => ({
    station: stationOf.get(slot.stationId),
    lastShift: shiftOf.get(slot.shiftId)?.last ?? false,
    patient: planning.get(slot.patientId),
    previousDate: days.get(slot.patientId)?.findLast((day) => day < slot.date) ?? null,
    closed: isClosed(slot.date, slot.shiftId),
    limits,
    nameOf: (patientId) => patientOf.get(patientId)?.patientName ?? '',
  });
  return { shifts, stations, planning, patients: patientOf, limits, closures, isClosed, against: (slot, others) => conflicts(slot, others, known(slot)) };
}

/** Places of a facility by day. */
export function byDay(rows: readonly SlotStored[]): ReadonlyMap<string, readonly PlacedSlot[]> {
  const days = new Map<string, PlacedSlot[]>();
  for (const row of rows) {
    const slot = placedOf(row);
    const list = days.get(row.date);
    if (list) list.push(slot);
    else days.set(row.date, [slot]);
  }
  return days;
}
