import { type RefObject, useLayoutEffect, useState } from 'react';

export interface TableSize {
  /** Pixels within the frame; 0 = not known yet. */
  readonly width: number;
  readonly height: number;
}

const UNKNOWN: TableSize = { width: 0, height: 600 };
/** Names of that many tables are remembered, those measured last. */
const MAX_REMEMBERED = 100;
const lastSizes = new Map<string, TableSize>();

const placeOf = (label: string): string => `${window.innerWidth}×${window.innerHeight} ${label}`;

function remember(place: string, size: TableSize): void {
  lastSizes.delete(place);
  lastSizes.set(place, size);
  const [oldest] = lastSizes.keys();
  if (lastSizes.size > MAX_REMEMBERED && oldest !== undefined) lastSizes.delete(oldest);
}

/**
 * Size of a table's frame. It is known after the table was drawn, so that a table is drawn twice; one that was here before is drawn with the size that
 * it had, and again only where that was wrong.
 */
export function useTableSize(frame: RefObject<HTMLElement | null>, label: string): TableSize {
  const [size, setSize] = useState(() => lastSizes.get(placeOf(label)) ?? UNKNOWN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name of the same frame changes nothing
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box;
      // Behind another tab it has no width: it stays as it is, and need not be drawn twice for that.
      if (width === 0) return;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
      remember(placeOf(label), { width, height });
    };
    const followed = typeof ResizeObserver !== 'undefined';
    // One that is followed is told once the browser has laid the page out; asking makes it do that at once, in the task that drew the page.
    if (!followed || !lastSizes.has(placeOf(label))) measure();
    if (!followed) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return size;
}
