import type { Board, BoardChanges } from '../../contract/board.schema.ts';
import type { ChangedPlace } from '../../contract/board.frames.ts';
import { isFreed, keyOfPlace } from './board-days.ts';

const sameJson = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
/** The rows of `next`; one that is as it was is the same object, so that what shows it is not drawn again, and the whole list too. */
function kept<T>(before: readonly T[], next: readonly T[], keyOf: (row: T) => string): T[] {
  if (next === before) return before as T[];
  const known = new Map(before.map((row) => [keyOf(row), row]));
  const rows = next.map((row) => {
    const old = known.get(keyOf(row));
    return old !== undefined && sameJson(old, row) ? old : row;
  });
  return rows.length === before.length && rows.every((row, at) => row === before[at]) ? (before as T[]) : rows;
}

/** What was read, with what did not change as it stands on the board already. */
export function mergeBoard(before: Board, next: Board): Board {
  const merged: Board = {
    shifts: kept(before.shifts, next.shifts, ({ shiftId }) => shiftId),
    stations: kept(before.stations, next.stations, ({ stationId }) => stationId),
    slots: kept(before.slots, next.slots, ({ slotId }) => slotId),
    hidden: kept(before.hidden, next.hidden, keyOfPlace),
    closures: kept(before.closures, next.closures, ({ id }) => id),
    loads: kept(before.loads, next.loads, ({ date, shiftId }) => `${date}|${shiftId}`),
  };
  return (Object.keys(merged) as (keyof Board)[]).every((name) => merged[name] === before[name]) ? before : merged;
}

type Dated = { readonly date: string };
const besides = <T extends Dated>(rows: readonly T[], date: string): T[] => rows.filter((row) => row.date !== date);

/** One day read again among others. */
export function replaceDay(before: Board, date: string, day: Board): Board {
  const { slots, hidden, closures, loads } = day;
  return mergeBoard(before, {
    shifts: before.shifts,
    stations: day.stations,
    slots: [...besides(before.slots, date), ...slots],
    hidden: [...besides(before.hidden, date), ...hidden],
    closures: [...besides(before.closures, date), ...closures],
    loads: [...besides(before.loads, date), ...loads],
  });
}

/** Some places of a day read again: one that was asked for and did not come is not on that day any more. */
export function replaceSlots(before: Board, date: string, asked: ReadonlySet<string>, { slots, hidden, loads }: BoardChanges): Board {
  const came = new Map(slots.map((slot) => [slot.slotId, slot]));
  const stay = before.slots.flatMap((slot) =>
    slot.date !== date ? [slot] : came.has(slot.slotId) || !asked.has(slot.slotId) ? [came.get(slot.slotId) ?? slot] : [],
  );
  const there = new Set(stay.map(({ slotId }) => slotId));
  return mergeBoard(before, {
    ...before,
    slots: [...stay.filter((slot) => slot.date === date || !came.has(slot.slotId)), ...slots.filter(({ slotId }) => !there.has(slotId))],
    hidden: [...besides(before.hidden, date), ...hidden],
    loads: [...besides(before.loads, date), ...loads],
  });
}

/**
 * Places that stand on the board, where they are now: what speaks against them is read behind, and nothing does against one that is free.
 * @returns the board, and whether all of them stood there; one that did not has to be read first
 */
export function movePlaces(before: Board, places: readonly ChangedPlace[]): { readonly board: Board; readonly whole: boolean } {
  const told = new Map(places.map((place) => [place.slotId, place]));
  let met = 0;
  const slots = before.slots.map((slot) => {
    const place = told.get(slot.slotId);
    if (!place) return slot;
    met += 1;
    return place.version <= slot.version ? slot : { ...slot, ...place, conflicts: isFreed(place) ? [] : slot.conflicts };
  });
  return { board: mergeBoard(before, { ...before, slots }), whole: met === told.size };
}

/** The days from `from` to `to` out of more of them. */
export function daysOf(board: Board, from: string, to: string): Board {
  const within = ({ date }: Dated): boolean => date >= from && date <= to;
  const { slots, hidden, closures, loads } = board;
  return { ...board, slots: slots.filter(within), hidden: hidden.filter(within), closures: closures.filter(within), loads: loads.filter(within) };
}

/** Days on which anybody comes. */
export const busyDays = ({ slots, hidden }: Board): ReadonlySet<string> =>
  new Set([...slots.filter((slot) => !isFreed(slot)), ...hidden].map(({ date }) => date));
