import type { Column } from './column.ts';
import { INDEX_COLUMN } from './table-columns.ts';

const DEFAULT_MIN_WIDTH = 96;
/** Fixed columns may take at most this share of the table: on a phone they would hide the rest. */
const FIXED_SHARE = 0.55;
/** Less of a column than this says nothing: those before it take the room. */
const MIN_SHOWN = 56;

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  /** Pixels from the edge where it sticks; undefined = scrolls. */
  readonly left?: number;
  readonly right?: number;
}

export interface ColumnLayout<Row> {
  readonly columns: readonly PlacedColumn<Row>[];
  readonly width: number;
  /** Pixels that columns which stick cover on each side: what gets the focus is scrolled out from under them. */
  readonly covered: { readonly left: number; readonly right: number };
}

/** The numbers of rows stand before the columns that stick and scroll away: they tell nothing of a row, and each cell that sticks costs the browser time. */
const sideOf = (column: Column<never>): 'left' | 'right' | undefined => (column.prop === INDEX_COLUMN ? undefined : column.fixed);

/**
 * Gives every column its pixels: wanted widths first, what is left over goes to the columns without a width in
 * proportion to their minimum. Columns fixed left come first, those fixed right last; where both together take too much, those on the
 * right stick alone: a row is of little use when nothing can be done with it. Where a table is wider than its frame, no column looks out of it by a few pixels.
 * @param available width of the table's frame in pixels; 0 = not known yet
 */
export function layoutColumns<Row>(wanted: readonly Column<Row>[], available: number): ColumnLayout<Row> {
  const columns = [...wanted.filter((c) => c.fixed === 'left'), ...wanted.filter((c) => !c.fixed), ...wanted.filter((c) => c.fixed === 'right')];
  const base = columns.map((column) => column.width ?? column.minWidth ?? DEFAULT_MIN_WIDTH);
  const needed = base.reduce((sum, width) => sum + width, 0);
  const anyFlexible = columns.some((column) => column.width === undefined);
  const flexible = columns.map((column) => (anyFlexible ? column.width === undefined : !column.fixed));
  const flexTotal = base.reduce((sum, width, at) => sum + (flexible[at] ? width : 0), 0);
  const spare = Math.max(0, available - needed);
  const widths = base.map((width, at) => (flexible[at] && flexTotal > 0 ? Math.floor(width + (spare * width) / flexTotal) : width));
  const sides = columns.map(sideOf);
  const widthOf = (side: 'left' | 'right') => columns.reduce((sum, _, at) => sum + (sides[at] === side ? (widths[at] as number) : 0), 0);
  const room = available * FIXED_SHARE;
  // What fits does not scroll: nothing need stick, and cells that stick are what costs the browser most.
  const sideways = available > 0 && widths.reduce((sum, width) => sum + width, 0) > available;
  const stick = {
    left: sideways && widthOf('left') + widthOf('right') <= room,
    right: sideways && widthOf('right') <= room,
  };
  const scrolls = sides.flatMap((side, at) => (side && stick[side] ? [] : [at]));
  const covers = (side: 'left' | 'right') => (stick[side] ? widthOf(side) : 0);
  fillSliver(widths, scrolls, available - covers('left') - covers('right'));
  const total = widths.reduce((sum, width) => sum + width, 0);
  let before = 0;
  let left = 0;
  const placed = columns.map((column, at): PlacedColumn<Row> => {
    const width = widths[at] as number;
    const side = sides[at];
    before += width;
    if (!side || !stick[side]) return { column, width };
    if (side === 'right') return { column, width, right: total - before };
    left += width;
    return { column, width, left: left - width };
  });
  const covered = { left: covers('left'), right: covers('right') };
  return { columns: placed, width: total, covered };
}

/** Widens the columns that stand whole in view, where the next one would show no more than a sliver. @param widths of all; changed in place */
function fillSliver(widths: number[], scrolls: readonly number[], view: number): void {
  let room = view;
  const whole: number[] = [];
  for (const at of scrolls) {
    const width = widths[at] as number;
    if (width > room) {
      if (room >= MIN_SHOWN || whole.length === 0) return;
      const share = room / (view - room);
      let left = room;
      for (const [nth, one] of whole.entries()) {
        const more = nth === whole.length - 1 ? left : Math.floor((widths[one] as number) * share);
        widths[one] = (widths[one] as number) + more;
        left -= more;
      }
      return;
    }
    room -= width;
    whole.push(at);
  }
}
