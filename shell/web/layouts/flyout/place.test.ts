import { describe, expect, it } from 'vitest';
import { placeFlyout } from './place.ts';

const view = { width: 1000, height: 600 };
const panel = { width: 200, height: 300 };
const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

describe('place of a floating panel', () => {
  it('stands beside or below what it belongs to', () => {
    expect(placeFlyout(box(100, 50), panel, view, 'right-start')).toEqual({ left: 144, top: 50 });
    expect(placeFlyout(box(100, 50), panel, view, 'bottom-start')).toEqual({ left: 100, top: 94 });
    expect(placeFlyout(box(500, 50), panel, view, 'bottom-end')).toEqual({ left: 340, top: 94 });
  });

  it('is pushed back into the window', () => {
    expect(placeFlyout(box(10, 560), panel, view, 'right-start')).toEqual({ left: 54, top: 292 });
    expect(placeFlyout(box(980, 10), panel, view, 'bottom-start')).toEqual({ left: 792, top: 54 });
  });

  it('sticks to the upper left edge when the window is smaller than the panel', () => {
    expect(placeFlyout(box(10, 10), panel, { width: 150, height: 200 }, 'bottom-end')).toEqual({ left: 8, top: 8 });
  });
});
