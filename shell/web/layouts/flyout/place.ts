export type Placement = 'right-start' | 'bottom-start' | 'bottom-end';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distance from what it belongs to, and from the edge of the window. */
const GAP = 4;
const EDGE = 8;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** Upper left corner, in window pixels, at which a floating panel fits into the window; on no room it sticks to the near edge. */
export function placeFlyout(anchor: Box, panel: Size, view: Size, placement: Placement): { left: number; top: number } {
  const wanted = {
    'right-start': { left: anchor.right + GAP, top: anchor.top },
    'bottom-start': { left: anchor.left, top: anchor.bottom + GAP },
    'bottom-end': { left: anchor.right - panel.width, top: anchor.bottom + GAP },
  }[placement];
  return {
    left: clamp(wanted.left, EDGE, Math.max(EDGE, view.width - panel.width - EDGE)),
    top: clamp(wanted.top, EDGE, Math.max(EDGE, view.height - panel.height - EDGE)),
  };
}
