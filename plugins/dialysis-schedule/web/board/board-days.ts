import { dayAfter } from '@nephra/plugin-sdk/contract';
import type { BoardShift, BoardSlot } from '../../contract/board.schema.ts';

export type BoardView = 'day' | 'week';
/** A column of the board: one shift of one day. */
export interface BoardColumn {
  readonly key: string;
  readonly date: string;
  readonly shift: BoardShift;
  /** First shift of its day: a line stands before it. */
  readonly first: boolean;
}
export const columnKey = (date: string, shiftId: string): string => `${date}|${shiftId}`;
export const cellKey = (date: string, shiftId: string, stationId: string): string => `${date}|${shiftId}|${stationId}`;
export const isFreed = ({ state }: Pick<BoardSlot, 'state'>): boolean => state === 'cancelled' || state === 'absent';

const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
export const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day));
/** 1 Monday … 7 Sunday. */
export const weekday = weekdayOf;

/** Days that are read for a view: a week is read whole, though its Sunday is shown only when somebody comes. */
export const spanOf = (view: BoardView, day: string): readonly [from: string, to: string] =>
  view === 'day' ? [day, day] : [mondayOf(day), dayAfter(mondayOf(day), 6)];

/** @param busy days on which anybody comes */
export function columnsOf(view: BoardView, day: string, shifts: readonly BoardShift[], shiftId: string, busy: ReadonlySet<string>): readonly BoardColumn[] {
  const [from, to] = spanOf(view, day);
  const shown = shiftId === '' ? shifts : shifts.filter((shift) => shift.shiftId === shiftId);
  const columns: BoardColumn[] = [];
  for (let date = from; date <= to; date = dayAfter(date, 1)) {
    if (view === 'week' && weekdayOf(date) === 7 && !busy.has(date)) continue;
    for (const [at, shift] of shown.entries()) columns.push({ key: columnKey(date, shift.shiftId), date, shift, first: at === 0 });
  }
  return columns;
}
