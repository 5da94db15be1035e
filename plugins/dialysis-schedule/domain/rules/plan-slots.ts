import type { DialysisMode, Zone } from '../../../dialysis-file/contract/index.ts';
import { zoneMisfit } from '../../../dialysis-file/contract/index.ts';
import type { SlotState } from '../../contract/board.service.ts';

/** A treatment that a pattern wants on a day. */
export interface WantedSlot {
  readonly patientId: string;
  readonly patternId: string;
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string | null;
  readonly mode: DialysisMode | null;
}
/** A place that stands on the board, cancelled ones among them. */
export interface StandingSlot {
  readonly slotId: string;
  readonly patientId: string;
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string;
  readonly mode: DialysisMode | null;
  readonly state: SlotState;
  /** People put it there, moved it, or took it away: it stays as they left it. */
  readonly held: boolean;
  /** The day for which the pattern made it; null: people added it. */
  readonly homeDate: string | null;
}
export interface PlanStation {
  readonly stationId: string;
  readonly code: string;
  readonly zone: Zone;
  readonly modes: readonly DialysisMode[];
}
export interface PlanFacts {
  /** Those in use, in the order in which rooms are filled. */
  readonly stations: readonly PlanStation[];
  readonly lastShift: (shiftId: string) => boolean;
  /** Undefined: the shift is gone. */
  readonly hasShift: (shiftId: string) => boolean;
  readonly patient: (patientId: string) => { readonly zone: Zone; readonly mode: DialysisMode | null; readonly bed: string } | undefined;
  readonly closed: (date: string, shiftId: string) => boolean;
}
export interface PlannedSlot extends WantedSlot {
  readonly stationId: string;
}
export interface SlotPlan {
  readonly add: readonly PlannedSlot[];
  /** Places that no pattern wants any more. */
  readonly remove: readonly string[];
  /** What no place was found for: people choose. */
  readonly left: readonly WantedSlot[];
}

const placeKey = (date: string, shiftId: string, of: string): string => `${date}|${shiftId}|${of}`;
const takes = ({ state }: StandingSlot): boolean => state !== 'cancelled' && state !== 'absent';

/**
 * What is to be done so that the board from `from` on is what the patterns want. What people moved, added or took away stays, and so does what has happened.
 * Doing it and asking again wants nothing more.
 * @param wanted of days from `from` on; of a patient at most one a day
 * @param standing of days from `from` on, and whose `homeDate` lies there
 */
export function planSlots(wanted: readonly WantedSlot[], standing: readonly StandingSlot[], facts: PlanFacts): SlotPlan {
  const wants = new Map(wanted.map((want) => [`${want.patientId}|${want.date}`, want]));
  const remove: string[] = [];
  const done = new Set<string>();
  const taken = new Set<string>();
  const freed: string[] = [];
  const busy = new Set<string>();
  const keep = (slot: StandingSlot): void => {
    if (slot.homeDate !== null) done.add(`${slot.patientId}|${slot.homeDate}`);
    if (!takes(slot)) return;
    taken.add(placeKey(slot.date, slot.shiftId, slot.stationId));
    busy.add(`${slot.patientId}|${slot.date}`);
  };
  const elsewhere: (readonly [StandingSlot, string])[] = [];
  for (const slot of standing) {
    const want = slot.homeDate === null ? undefined : wants.get(`${slot.patientId}|${slot.homeDate}`);
    if (slot.held || slot.state === 'arrived' || slot.state === 'treated' || slot.state === 'absent') keep(slot);
    else if (want === undefined || !fits(slot, want, facts)) {
      if (slot.state !== 'cancelled') remove.push(slot.slotId);
    } else {
      const own = ownStation(want, facts);
      if (own === undefined || own === slot.stationId) keep(slot);
      else elsewhere.push([slot, own]);
    }
  }
  // Who lies elsewhere goes to the place of their own as soon as it is free, and stays where they are until then.
  for (const [slot, own] of elsewhere) {
    const key = placeKey(slot.date, slot.shiftId, own);
    if (taken.has(key)) keep(slot);
    else {
      taken.add(key);
      freed.push(key);
      remove.push(slot.slotId);
    }
  }
  for (const key of freed) taken.delete(key);
  const add: PlannedSlot[] = [];
  const left: WantedSlot[] = [];
  const open = wanted.filter((want) => !done.has(`${want.patientId}|${want.date}`) && facts.hasShift(want.shiftId) && !facts.closed(want.date, want.shiftId));
  const put = (want: WantedSlot, stationId: string): void => {
    add.push({ ...want, stationId });
    taken.add(placeKey(want.date, want.shiftId, stationId));
    busy.add(`${want.patientId}|${want.date}`);
  };
  // Those who have a place of their own take it before those who lie wherever there is room.
  const [own, anywhere] = [open.filter((want) => ownStation(want, facts) !== undefined), open.filter((want) => ownStation(want, facts) === undefined)];
  for (const want of [...own, ...anywhere]) {
    if (busy.has(`${want.patientId}|${want.date}`)) continue;
    const station = stationFor(want, facts, (id) => !taken.has(placeKey(want.date, want.shiftId, id)));
    if (station === undefined) left.push(want);
    else put(want, station);
  }
  return { add, remove, left };
}

/** Whether a place that nobody touched is still what its pattern wants, whatever station it is. */
function fits(slot: StandingSlot, want: WantedSlot, facts: PlanFacts): boolean {
  if (want.date !== slot.date || want.shiftId !== slot.shiftId || want.mode !== slot.mode || facts.closed(slot.date, slot.shiftId)) return false;
  return facts.hasShift(slot.shiftId) && fitting(want, facts).some(({ stationId }) => stationId === slot.stationId);
}

function fitting({ patientId, shiftId }: WantedSlot, facts: PlanFacts): readonly PlanStation[] {
  const patient = facts.patient(patientId);
  if (!patient) return facts.stations;
  return facts.stations.filter(({ zone }) => zoneMisfit(patient.zone, zone, facts.lastShift(shiftId)) === undefined);
}

/** The place that the pattern names, or else the bed of the patient's file, where the patient may lie there. */
function ownStation(want: WantedSlot, facts: PlanFacts): string | undefined {
  const bed = facts.patient(want.patientId)?.bed ?? '';
  const may = fitting(want, facts);
  return (may.find(({ stationId }) => stationId === want.stationId) ?? may.find(({ code }) => bed !== '' && want.stationId === null && code === bed))
    ?.stationId;
}

function stationFor(want: WantedSlot, facts: PlanFacts, free: (stationId: string) => boolean): string | undefined {
  const own = ownStation(want, facts);
  if (own !== undefined && free(own)) return own;
  const zone = facts.patient(want.patientId)?.zone;
  const mode = want.mode ?? facts.patient(want.patientId)?.mode ?? null;
  const may = fitting(want, facts).filter(({ stationId }) => free(stationId));
  const best = (stations: readonly PlanStation[]) => stations.find(({ modes }) => mode === null || modes.includes(mode)) ?? stations[0];
  // A place that is kept for one zone goes to its own patients first.
  return (best(may.filter((station) => station.zone === zone)) ?? best(may))?.stationId;
}
