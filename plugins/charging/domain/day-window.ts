/** How many rows a business day holds; days newest first. */
export interface DayCount {
  readonly day: string;
  readonly rows: number;
}

/** The days that a page lies in, and how many rows of the newest of them come before it. */
export interface DayWindow {
  readonly from: string;
  readonly to: string;
  readonly skip: number;
}

/**
 * Finds the days of a page from the rows of each day. The database then walks a day or two instead of everything before the page, so
 * page 1,000 costs what page 1 costs.
 * @returns undefined when the page lies behind the last row.
 */
export function dayWindow(days: readonly DayCount[], offset: number, size: number): DayWindow | undefined {
  let before = 0;
  let to: string | undefined;
  let skip = 0;
  for (const { day, rows } of days) {
    if (to === undefined && before + rows > offset) {
      to = day;
      skip = offset - before;
    }
    before += rows;
    if (to !== undefined && before >= offset + size) return { from: day, to, skip };
  }
  const last = days.at(-1);
  return to === undefined || !last ? undefined : { from: last.day, to, skip };
}
