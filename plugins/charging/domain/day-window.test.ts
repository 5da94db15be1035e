import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayCount, dayWindow } from './day-window.ts';

const dayOfRow = (row: string): string => row.split('/')[0] ?? '';

describe('the days of a page', () => {
  it('names nothing behind the last row', () => {
    expect(dayWindow([], 0, 20)).toBeUndefined();
    expect(dayWindow([{ day: '2026-03-02', rows: 5 }], 5, 20)).toBeUndefined();
  });

  it('any page read through its window holds the rows it holds in the whole list', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 20 }), fc.nat(300), fc.integer({ min: 1, max: 50 }), (rows, offset, size) => {
        const days: DayCount[] = rows.map((count, at) => ({ day: String(2_000 - at), rows: count }));
        const all = days.flatMap(({ day, rows: count }) => Array.from({ length: count }, (_, at) => `${day}/${at}`));
        const window = dayWindow(days, offset, size);
        const inWindow = all.filter((row) => window && dayOfRow(row) <= window.to && dayOfRow(row) >= window.from);
        expect(window ? inWindow.slice(window.skip, window.skip + size) : []).toEqual(all.slice(offset, offset + size));
      }),
    );
  });
});
