import type { ReactNode } from 'react';
import { useSlices } from './use-slices.ts';

export interface NextPieceProps {
  readonly children: ReactNode;
}

/**
 * What stands below or beside the first things of a page. It is drawn in the piece after them: on a slow computer the browser paints and answers
 * keys in between.
 */
export function NextPiece({ children }: NextPieceProps): ReactNode {
  return useSlices(2, 1, 1) > 1 ? children : null;
}
