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

/** Where a floating panel stands in the window, in pixels, and how high it may grow before it scrolls. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

/** Distance from what it belongs to, and from the edge of the window. */
const GAP = 4;
const EDGE = 8;
/** A panel below its anchor keeps at least this height, even if it then covers the anchor. */
const LEAST_HEIGHT = 160;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** Beside its anchor a panel may move up; below it, it rather scrolls than covers what it belongs to. */
export function placeFlyout(anchor: Box, panel: Size, view: Size, placement: Placement): Place {
  const wantedLeft = { 'right-start': anchor.right + GAP, 'bottom-start': anchor.left, 'bottom-end': anchor.right - panel.width }[placement];
  const left = clamp(wantedLeft, EDGE, Math.max(EDGE, view.width - panel.width - EDGE));
  const height = Math.min(panel.height, placement === 'right-start' ? panel.height : LEAST_HEIGHT);
  const wantedTop = placement === 'right-start' ? anchor.top : anchor.bottom + GAP;
  const top = clamp(wantedTop, EDGE, Math.max(EDGE, view.height - height - EDGE));
  return { left, top, maxHeight: view.height - top - EDGE };
}
