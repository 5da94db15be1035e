import type { PatternBody } from '../../contract/parts.schema.ts';

type Slots = PatternBody['slots'];
type Slot = Slots[number];

/** Rhythms that are set with one press: weekdays of each week of the cycle. */
export interface Preset {
  readonly key: 'odd' | 'even' | 'fiveInTwo' | 'twice';
  readonly weeks: readonly (readonly number[])[];
}
export const PRESETS: readonly Preset[] = [
  { key: 'odd', weeks: [[1, 3, 5]] },
  { key: 'even', weeks: [[2, 4, 6]] },
  {
    key: 'fiveInTwo',
    weeks: [
      [1, 4, 6],
      [2, 5],
    ],
  },
  { key: 'twice', weeks: [[1, 4]] },
];

export const presetSlots = ({ weeks }: Preset, shiftId: string): Slots =>
  weeks.flatMap((days, week) => days.map((weekday) => ({ week, weekday, shiftId, stationId: null, mode: null })));

export const slotAt = (slots: Slots, week: number, weekday: number): Slot | undefined => slots.find((slot) => slot.week === week && slot.weekday === weekday);

/** The slots with one changed, added, or with an empty shift taken away; in the order of the cycle. */
export function withSlot(slots: Slots, week: number, weekday: number, change: Partial<Pick<Slot, 'shiftId' | 'stationId'>>): Slots {
  const old = slotAt(slots, week, weekday);
  const others = slots.filter((slot) => slot !== old);
  const next: Slot = { week, weekday, shiftId: '', stationId: null, mode: null, ...old, ...change };
  const all = next.shiftId === '' ? others : [...others, next];
  return all.sort((one, other) => one.week - other.week || one.weekday - other.weekday);
}
