import { describe, expect, it } from 'vitest';
import { placeFlyout } from './place.ts';

const view = { width: 1000, height: 600 };
const panel = { width: 200, height: 300 };
const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

describe('place of a floating panel', () => {
  it('stands beside or below what it belongs to', () => {
    expect(placeFlyout(box(100, 50), panel, view, 'right-start')).toEqual({ left: 144, top: 50, maxHeight: 542 });
    expect(placeFlyout(box(100, 50), panel, view, 'bottom-start')).toEqual({ left: 100, top: 94, maxHeight: 498 });
    expect(placeFlyout(box(500, 50), panel, view, 'bottom-end')).toMatchObject({ left: 340, top: 94 });
  });

  it('is pushed back into the window', () => {
    expect(placeFlyout(box(10, 560), panel, view, 'right-start')).toEqual({ left: 54, top: 292, maxHeight: 300 });
    expect(placeFlyout(box(980, 10), panel, view, 'bottom-start').left).toBe(792);
  });

  it('scrolls below its anchor rather than cover it', () => {
    const tall = { width: 200, height: 2000 };
    expect(placeFlyout(box(100, 10), tall, view, 'bottom-end')).toMatchObject({ top: 54, maxHeight: 538 });
    expect(placeFlyout(box(100, 550), tall, view, 'bottom-start')).toMatchObject({ top: 432, maxHeight: 160 });
  });

  it('sticks to the upper left edge when the window is smaller than the panel', () => {
    expect(placeFlyout(box(10, 10), panel, { width: 150, height: 120 }, 'bottom-end')).toMatchObject({ left: 8, top: 8 });
  });
});
