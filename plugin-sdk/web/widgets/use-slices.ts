import { startTransition, useEffect, useState } from 'react';

/** Rows that stand at once. */
const FIRST = 6;
/** Rows that follow in one piece: on a slow computer they and their layout take less than 50 ms. */
const PIECE = 5;

/**
 * How many of a list's rows are drawn by now. When a list fills, its rows come in pieces between which the browser answers keys and paints; rows
 * that stand stay, so that a list which is read again is not taken apart.
 * @param count rows that shall stand in the end
 */
export function useSlices(count: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  // The next filling begins anew.
  if (count === 0 && drawn !== FIRST) setDrawn(FIRST);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn((before) => before + PIECE));
  }, [drawn, count]);
  return Math.min(drawn, count);
}
