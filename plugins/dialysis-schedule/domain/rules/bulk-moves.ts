import type { Zone } from '../../../dialysis-file/contract/index.ts';
import { zoneMisfit } from '../../../dialysis-file/contract/index.ts';
import type { Place } from './exceptions.ts';

/** Somebody who is to be put somewhere else together with many others. */
export interface BulkPatient {
  readonly slotId: string;
  readonly patientId: string;
  readonly zone: Zone | null;
  readonly from: Place;
}
export interface BulkMove {
  readonly slotId: string;
  readonly patientId: string;
  readonly from: Place;
  /** Null: nowhere, the treatment is left out. */
  readonly to: Place | null;
  /** Why nowhere: nobody asked for another day, the patient comes on that day anyway, or no station is free. */
  readonly reason: '' | 'suspended' | 'patient-twice' | 'no-room';
}
export interface BulkFacts {
  readonly stations: readonly { readonly stationId: string; readonly zone: Zone }[];
  readonly lastShift: (shiftId: string) => boolean;
  /** Shifts of the day that patients are moved to, in their order; empty where all of it is closed. */
  readonly shifts: readonly string[];
  /** Places of that day that are taken. */
  readonly taken: readonly { readonly shiftId: string; readonly stationId: string; readonly patientId: string }[];
}

/**
 * Who goes where when a day, or a shift, is closed: the same shift and station of the other day where it is free, else another station of the shift, else
 * another shift. Nobody is put where the zone does not fit, and nobody comes twice on a day.
 * @param day that they go to; null: their treatments are left out
 */
export function bulkMoves(patients: readonly BulkPatient[], day: string | null, facts: BulkFacts): readonly BulkMove[] {
  const taken = new Set(facts.taken.map(({ shiftId, stationId }) => `${shiftId}|${stationId}`));
  const coming = new Set(facts.taken.map(({ patientId }) => patientId));
  const placed = new Map<string, Place>();
  const free = (shiftId: string, stationId: string, zone: Zone | null): boolean => {
    const station = facts.stations.find((one) => one.stationId === stationId);
    if (!station || !facts.shifts.includes(shiftId) || taken.has(`${shiftId}|${stationId}`)) return false;
    return zone === null || zoneMisfit(zone, station.zone, facts.lastShift(shiftId)) === undefined;
  };
  const put = (one: BulkPatient, shiftId: string, stationId: string): void => {
    placed.set(one.slotId, { date: day ?? '', shiftId, stationId });
    taken.add(`${shiftId}|${stationId}`);
    coming.add(one.patientId);
  };
  if (day !== null) {
    const movable = patients.filter(({ patientId }) => !coming.has(patientId));
    // Those who can keep their place do, before others look for one.
    for (const one of movable)
      if (!coming.has(one.patientId) && free(one.from.shiftId, one.from.stationId, one.zone)) put(one, one.from.shiftId, one.from.stationId);
    for (const one of movable) {
      if (coming.has(one.patientId)) continue;
      const shifts = [one.from.shiftId, ...facts.shifts.filter((shiftId) => shiftId !== one.from.shiftId)];
      const found = shifts.flatMap((shiftId) =>
        facts.stations.filter(({ stationId }) => free(shiftId, stationId, one.zone)).map(({ stationId }) => ({ shiftId, stationId })),
      )[0];
      if (found) put(one, found.shiftId, found.stationId);
    }
  }
  const before = new Set(facts.taken.map(({ patientId }) => patientId));
  return patients.map(({ slotId, patientId, from }): BulkMove => {
    const to = placed.get(slotId) ?? null;
    const reason = to !== null ? '' : day === null ? 'suspended' : before.has(patientId) || coming.has(patientId) ? 'patient-twice' : 'no-room';
    return { slotId, patientId, from, to, reason };
  });
}
