import { startTransition, useEffect, useState } from 'react';
import { useOnPaper } from './frames/use-on-paper.ts';

/** Rows of a table that stand at once. */
const FIRST = 6;
/** Rows of a table that follow in one piece: on a slow computer they and their layout take less than 50 ms. */
const PIECE = 5;

/**
 * How many of a list's rows are drawn by now. When a list fills, its rows come in pieces between which the browser answers keys and paints; rows
 * that stand stay, so that a list which is read again is not taken apart. Paper gets all that there are.
 * @param count rows that shall stand in the end
 * @param first rows that stand at once, and `piece` those that follow in one piece: more where a row is little
 */
export function useSlices(count: number, first: number = FIRST, piece: number = PIECE): number {
  const onPaper = useOnPaper();
  const [drawn, setDrawn] = useState(first);
  // The next filling begins anew.
  if (count === 0 && drawn !== first) setDrawn(first);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn((before) => before + piece));
  }, [drawn, count, piece]);
  return onPaper ? count : Math.min(drawn, count);
}
