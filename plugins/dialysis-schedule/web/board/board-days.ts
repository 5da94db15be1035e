import { dayAfter, mondayOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import type { BoardShift, BoardSlot, BoardStation, PlaceWire } from '../../contract/board.schema.ts';

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
export const keyOfPlace = ({ date, shiftId, stationId }: PlaceWire): string => cellKey(date, shiftId, stationId);
/** What stands in a cell; `hidden`: somebody whom the data rights of whoever looks do not show. */
export type CellContent = BoardSlot | 'hidden' | undefined;
/** A station with what stands in its cells. */
export interface BoardRow {
  readonly station: BoardStation;
  readonly cells: readonly CellContent[];
  /** Name of the room that begins with it; empty: it stands in that of the row before. */
  readonly room: string;
}
export const isFreed = ({ state }: Pick<BoardSlot, 'state'>): boolean => state === 'cancelled' || state === 'absent';

/** So many signs, one of Chinese counted as two, fit above a column of a week. */
const MAX_SIGNS = 6;
/** Name of a shift above a column of a week; where it would be cut, when the shift begins. */
export const shortNameOf = ({ name, startTime }: Pick<BoardShift, 'name' | 'startTime'>): string =>
  [...name].reduce((signs, one) => signs + (one > '\u2e7f' ? 2 : 1), 0) <= MAX_SIGNS ? name : startTime;

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

/**
 * Rows of stations; one out of use is shown while anybody lies there.
 * @param known rows as they were, by station: one that did not change is the same object, so that it is not drawn again
 */
export function rowsOf(
  stations: readonly BoardStation[],
  columns: readonly BoardColumn[],
  contentOf: (key: string) => CellContent,
  known: ReadonlyMap<string, BoardRow>,
): readonly BoardRow[] {
  const rows: BoardRow[] = [];
  let last = '';
  for (const station of stations) {
    const cells = columns.map(({ date, shift }) => contentOf(cellKey(date, shift.shiftId, station.stationId)));
    if (!station.enabled && cells.every((cell) => cell === undefined)) continue;
    const room = station.roomName === last ? '' : station.roomName;
    last = station.roomName;
    const before = known.get(station.stationId);
    const same =
      before?.station === station && before.room === room && before.cells.length === cells.length && before.cells.every((one, at) => one === cells[at]);
    rows.push(same ? before : { station, cells, room });
  }
  return rows;
}
