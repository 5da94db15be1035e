/** Which rows of a long table are drawn: `from` up to but without `to`, and the height of what is left out above and below. */
export interface TableWindow {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/** Rows that are drawn beyond the visible ones on each side, so that fast scrolling shows no gap. */
const MARGIN_ROWS = 8;
/** The window moves in steps, so that most scroll events change nothing. */
const STEP_ROWS = 6;
/** Below this all rows are drawn: the browser's own find sees the whole list. */
export const WINDOW_FROM_ROWS = 120;

/** All rows: for short tables, and for paper. */
export const wholeTable = (rowCount: number): TableWindow => ({ from: 0, to: rowCount, above: 0, below: 0 });

/** Scroll position rounded down to where the window moves. */
export const scrollStep = (scrollTop: number, rowHeight: number): number => scrollTop - (scrollTop % (rowHeight * STEP_ROWS));

export function tableWindow(rowCount: number, rowHeight: number, scrollTop: number, viewHeight: number): TableWindow {
  if (rowCount <= WINDOW_FROM_ROWS) return wholeTable(rowCount);
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN_ROWS);
  const from = Math.min(first - (first % STEP_ROWS), rowCount);
  const wanted = Math.ceil(viewHeight / rowHeight) + 2 * MARGIN_ROWS + 2 * STEP_ROWS;
  const to = Math.min(rowCount, from + wanted);
  return { from, to, above: from * rowHeight, below: (rowCount - to) * rowHeight };
}
