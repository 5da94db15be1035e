import { DAY_MS, dayOf, parseDay, weekdayOf } from '@nephra/plugin-sdk/contract';
import type { BedsideFacts, DialysisPattern, FileHistory, PatternSlot } from '../../../dialysis-file/contract/index.ts';
import type { SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import type { SessionPlan } from '../../contract/session.schema.ts';
import { daysBetween } from '../../domain/days.ts';
import { type DemoHappening, drawnFrom } from './demo-sheet.ts';

/** Half a year. */
export const DEMO_DAYS = 182;
/** What happens in half a year of a centre of 80 patients; smaller ones and shorter times have a share of it. */
const HAPPENS = { hypotension: 40, clot: 12, rupture: 1 } as const;
const PATIENTS_OF_THAT = 80;

/** What is known of the patients of a facility. */
export interface PastHouse {
  readonly bedside: ReadonlyMap<string, BedsideFacts>;
  readonly histories: ReadonlyMap<string, FileHistory>;
  /** How many days back treatments go. */
  readonly days: number;
}

export const planOf = ({ prescription, access, dryWeight, zone }: BedsideFacts): SessionPlan | null =>
  prescription && access
    ? { prescription, access, zone, dryWeight: dryWeight?.kg ?? null, ufTarget: prescription.ufTarget, minutes: prescription.minutes }
    : null;

interface Planned {
  readonly day: string;
  readonly slot: PatternSlot;
}

/** Days on which a pattern wants a treatment, as far back as the demo goes, whatever day it began on. */
function daysOf(pattern: DialysisPattern, from: string, until: string): readonly Planned[] {
  const found: Planned[] = [];
  const [first] = pattern.slots;
  for (let day = from; day < until; day = dayOf(parseDay(day) + DAY_MS)) {
    if (pattern.everyDays !== null) {
      if (first && daysBetween(pattern.from, day) % pattern.everyDays === 0) found.push({ day, slot: first });
      continue;
    }
    const since = daysBetween(pattern.anchorMonday, day);
    const week = ((Math.floor(since / 7) % pattern.cycleWeeks) + pattern.cycleWeeks) % pattern.cycleWeeks;
    const weekday = weekdayOf(day);
    const slot = pattern.slots.find((one) => one.week === week && one.weekday === weekday);
    if (slot) found.push({ day, slot });
  }
  return found;
}

export interface PastTreatment {
  readonly id: string;
  readonly day: string;
  readonly gapDays: number;
  readonly patientId: string;
  readonly plan: SessionPlan;
  readonly slot: PatternSlot;
  readonly held: SlotFacts | undefined;
}

/** Days of the past on which somebody was treated; those of the board's own days belong to its slots. */
export function pastOf(
  house: PastHouse,
  pattern: DialysisPattern,
  slots: ReadonlyMap<string, SlotFacts>,
  from: string,
  today: string,
): readonly PastTreatment[] {
  const { patientId } = pattern;
  const facts = house.bedside.get(patientId);
  const plan = facts && planOf(facts);
  if (!plan) return [];
  const found: PastTreatment[] = [];
  let last = '';
  for (const { day, slot } of daysOf(pattern, from, today)) {
    const held = slots.get(`${patientId} ${day}`);
    if (held && held.state !== 'treated') continue;
    const id = `SIM-${patientId}-${day}`;
    // About every fiftieth did not come.
    if (!held && drawnFrom(id)(50) === 0) continue;
    found.push({ id, day, gapDays: last === '' ? 2 : Math.min(4, daysBetween(last, day)), patientId, plan, slot, held });
    last = day;
  }
  return found;
}

/** Which treatments something happens in: so many of all, the same ones for the same days. A fever is that of an infected catheter. */
export function happenings(house: PastHouse, past: readonly PastTreatment[]): ReadonlyMap<string, DemoHappening> {
  const found = new Map<string, DemoHappening>();
  const share = (house.bedside.size / PATIENTS_OF_THAT) * (house.days / DEMO_DAYS);
  for (const [patientId, { accessEvents }] of house.histories) {
    for (const { kind, on } of accessEvents) {
      const first = kind === 'crbsi-suspected' ? past.find((one) => one.patientId === patientId && one.day >= on) : undefined;
      if (first) found.set(first.id, 'fever');
    }
  }
  for (const [kind, most] of Object.entries(HAPPENS) as [keyof typeof HAPPENS, number][]) {
    const order = past
      .filter(({ id, plan }) => !found.has(id) && (kind !== 'clot' || plan.prescription.anticoagulant.agent !== 'citrate'))
      .map(({ id }) => ({ id, rank: drawnFrom(`${kind} ${id}`)(1_000_000) }))
      .toSorted((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1));
    for (const { id } of order.slice(0, Math.round(most * share))) found.set(id, kind);
  }
  return found;
}

/** The dry weight in force on a day. */
export function dryOn(house: PastHouse, patientId: string, day: string, otherwise: number): number {
  return house.histories.get(patientId)?.dryWeights.findLast(({ from }) => from <= day)?.kg ?? otherwise;
}
