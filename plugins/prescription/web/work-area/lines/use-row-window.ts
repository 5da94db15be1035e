import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to so many rows are drawn at once, wherever the list stands. */
const SMALL = 24;
/** Rows above and below those visible, so that arrow keys and a turn of the wheel find them there. */
const SPARE = 10;

export interface RowWindow {
  /** Rows from `first` to before `last` are drawn. */
  readonly first: number;
  readonly last: number;
}

/** Rows of a long list that are visible. `list` holds the rows, each `rowPx` high, and may scroll in any box around it. */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, rowPx: number): RowWindow {
  const [range, setRange] = useState<RowWindow>({ first: 0, last: SMALL });
  const small = count <= SMALL;
  useLayoutEffect(() => {
    if (small) return undefined;
    const look = () => {
      const rows = list.current;
      if (!rows) return;
      const { top } = rows.getBoundingClientRect();
      const box = rows.parentElement?.getBoundingClientRect();
      const from = Math.max(0, box?.top ?? 0);
      const to = Math.min(window.innerHeight, box?.bottom ?? window.innerHeight);
      // In steps, so that not every turn of the wheel draws.
      const first = Math.max(0, Math.floor(((from - top) / rowPx - SPARE) / SPARE) * SPARE);
      const last = Math.ceil(((to - top) / rowPx + SPARE) / SPARE) * SPARE;
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    // Told once the page is laid out; asking at once would lay it out in the task that draws it.
    const watch = new ResizeObserver(look);
    if (list.current) watch.observe(list.current);
    // Whatever scrolls, the box or the page.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      watch.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [list, rowPx, small]);
  return small ? { first: 0, last: count } : { first: Math.min(range.first, Math.max(0, count - 1)), last: Math.min(count, range.last) };
}
