import { daysBetween, type DialysisLimits, type DialysisMode, type PlanningFacts, type Zone, zoneMisfit } from '../../../dialysis-file/contract/index.ts';
import type { MachineState, SlotOrigin, SlotState } from '../../contract/board.service.ts';

/** Why a place on the board is red. Each has a sentence `conflict.<code>` and what to do about it, `remedy.<code>`. */
export const CONFLICTS = [
  'station-taken',
  'patient-twice',
  'station-off',
  'machine-out',
  'machine-missing',
  'mode-not-offered',
  'zone-differs',
  'observation-not-last-shift',
  'zone-overridden',
  'serology-missing',
  'serology-overdue',
  'gap-alarm',
  'gap-warn',
  'closed',
  'outcome',
  'no-prescription',
] as const;
export type ConflictCode = (typeof CONFLICTS)[number];

export interface Conflict {
  readonly code: ConflictCode;
  /** `stop`: nobody puts a patient there; `warn`: people decide; `note`: was decided. */
  readonly weight: 'stop' | 'warn' | 'note';
  readonly params: Readonly<Record<string, string | number>>;
}

/** A place as the rules see it. */
export interface PlacedSlot {
  readonly slotId: string;
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string;
  readonly patientId: string;
  readonly mode: DialysisMode | null;
  readonly origin: SlotOrigin;
  readonly state: SlotState;
  /** Somebody with the right let the patient lie in another zone. */
  readonly zoneOverridden: boolean;
}

export interface StationRules {
  readonly code: string;
  readonly zone: Zone;
  readonly enabled: boolean;
  readonly modes: readonly DialysisMode[];
  readonly machine: { readonly code: string; readonly state: MachineState } | null;
}

/** What is known about the place besides other places. */
export interface SlotFactsKnown {
  readonly station: StationRules | undefined;
  readonly lastShift: boolean;
  /** Undefined: the patient has no dialysis file, so that nothing is said of zone, markers and prescription. */
  readonly patient: PlanningFacts | undefined;
  /** The day of the treatment before this one, as far as it is known. */
  readonly previousDate: string | null;
  readonly closed: boolean;
  readonly limits: Pick<DialysisLimits, 'gapWarnDays' | 'gapAlarmDays'>;
  /** What the patient who lies there is called, for the sentence. */
  readonly nameOf?: (patientId: string) => string;
}

const OUT: readonly MachineState[] = ['fault', 'maintenance', 'retired'];
/** Places that nobody takes any more. */
export const isFree = (state: SlotState): boolean => state === 'cancelled' || state === 'absent';

const stop = (code: ConflictCode, params: Conflict['params'] = {}): Conflict => ({ code, weight: 'stop', params });
const warn = (code: ConflictCode, params: Conflict['params'] = {}): Conflict => ({ code, weight: 'warn', params });

function amongPlaces(slot: PlacedSlot, others: readonly PlacedSlot[], nameOf: (id: string) => string): Conflict[] {
  const found: Conflict[] = [];
  for (const other of others) {
    if (other.slotId === slot.slotId || isFree(other.state) || other.date !== slot.date) continue;
    if (other.stationId === slot.stationId && other.shiftId === slot.shiftId) found.push(stop('station-taken', { patient: nameOf(other.patientId) }));
    if (other.patientId !== slot.patientId) continue;
    // An emergency may come twice on a day, though never twice in one shift.
    const emergency = slot.origin === 'emergency' || other.origin === 'emergency';
    found.push(emergency && other.shiftId !== slot.shiftId ? warn('patient-twice') : stop('patient-twice'));
  }
  return found;
}

function atStation(slot: PlacedSlot, { station, patient, lastShift }: SlotFactsKnown): Conflict[] {
  if (!station?.enabled) return [stop('station-off', { station: station?.code ?? '' })];
  const found: Conflict[] = [];
  const { machine } = station;
  if (machine === null) found.push(warn('machine-missing', { station: station.code }));
  else if (OUT.includes(machine.state)) found.push(warn('machine-out', { machine: machine.code }));
  const mode = slot.mode ?? patient?.mode ?? null;
  if (machine !== null && mode !== null && !station.modes.includes(mode)) found.push(warn('mode-not-offered', { mode, machine: machine.code }));
  if (!patient) return found;
  const misfit = zoneMisfit(patient.zone, station.zone, lastShift);
  if (misfit === undefined) return found;
  const params = { patientZone: patient.zone, stationZone: station.zone };
  return [...found, slot.zoneOverridden ? { code: 'zone-overridden', weight: 'note', params } : stop(misfit, params)];
}

function aboutPatient(slot: PlacedSlot, { patient, previousDate, limits }: SlotFactsKnown): Conflict[] {
  if (!patient) return [];
  const found: Conflict[] = [];
  if (patient.outcomeOn !== null && slot.date >= patient.outcomeOn) found.push(stop('outcome', { day: patient.outcomeOn }));
  else if (!patient.active) found.push(stop('outcome', { day: patient.outcomeOn ?? '' }));
  if (patient.serology === 'missing') found.push(warn('serology-missing'));
  if (patient.serology === 'overdue') found.push(warn('serology-overdue', { day: patient.serologyDueOn ?? '' }));
  if (patient.mode === null && slot.mode === null) found.push(warn('no-prescription'));
  if (previousDate !== null) {
    const days = daysBetween(previousDate, slot.date);
    if (days > limits.gapAlarmDays) found.push(warn('gap-alarm', { days, limit: limits.gapAlarmDays }));
    else if (days > limits.gapWarnDays) found.push(warn('gap-warn', { days, limit: limits.gapWarnDays }));
  }
  return found;
}

/**
 * Everything that speaks against a place, what forbids it first. A place that nobody takes any more has nothing against it.
 * @param others places of the same day at least; the place itself may be among them
 */
export function conflicts(slot: PlacedSlot, others: readonly PlacedSlot[], facts: SlotFactsKnown): readonly Conflict[] {
  if (isFree(slot.state)) return [];
  const found = [
    ...amongPlaces(slot, others, facts.nameOf ?? (() => '')),
    ...(facts.closed ? [stop('closed')] : []),
    ...atStation(slot, facts),
    ...aboutPatient(slot, facts),
  ];
  const rank = { stop: 0, warn: 1, note: 2 } as const;
  return found.toSorted((one, other) => rank[one.weight] - rank[other.weight]);
}
