import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimelineReply } from '../contract/timeline.schema.ts';
import { lastDays, MIN_SPAN_MS, moved, type Span, spanByKey, within, zoomed } from './span.ts';
import { dryWeightSteps, eventsOf, nearestRow, noonOf, rowsOf, wholeSpan } from './timeline-rows.ts';
import { timelineOf } from './timeline.fixture.ts';

const DAY = 86_400_000;
const WHOLE: Span = [0, 400 * DAY];
const anySpan = fc
  .tuple(fc.integer({ min: -500, max: 900 }), fc.integer({ min: -20, max: 900 }))
  .map(([from, days]): Span => [from * DAY, (from + days) * DAY]);

describe('the part of the axis that is shown', () => {
  it('stays inside of the whole and is never shorter than a week, whatever is pressed', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', '-', 'Home', 'End', 'PageUp', 'PageDown', 'x');
    fc.assert(
      fc.property(anySpan, fc.array(keys, { maxLength: 20 }), (start, pressed) => {
        let span = within(start, WHOLE);
        for (const key of pressed) span = spanByKey(key, span, WHOLE) ?? span;
        expect(span[0]).toBeGreaterThanOrEqual(WHOLE[0]);
        expect(span[1]).toBeLessThanOrEqual(WHOLE[1] + 1e-3);
        expect(span[1] - span[0]).toBeGreaterThanOrEqual(MIN_SPAN_MS - 1e-3);
      }),
    );
  });

  it('nearer and back again is the same where there is room, and so is left and right', () => {
    const span: Span = [100 * DAY, 200 * DAY];
    expect(zoomed(zoomed(span, 0.5, WHOLE), 2, WHOLE)).toEqual(span);
    expect(moved(moved(span, 0.2, WHOLE), -0.2, WHOLE)).toEqual(span);
    expect(lastDays(90, WHOLE)).toEqual([310 * DAY, 400 * DAY]);
    expect(lastDays(0, WHOLE)).toEqual(WHOLE);
    expect(lastDays(90, [0, 3 * DAY])).toEqual([0, 3 * DAY]);
  });
});

describe('treatments on the axis', () => {
  it('have the dry weight of their day and the rate by the weight after them', () => {
    const rows = rowsOf(
      timelineOf({
        dryWeights: [
          { from: '2026-01-01', kg: 60 },
          { from: '2026-01-06', kg: 60.5 },
        ],
      }),
    );
    expect(rows.map(({ day, dry, ufRate }) => [day, dry, ufRate])).toEqual([
      ['2026-01-05', 60, 10.4],
      ['2026-01-07', 60.5, 8.3],
      ['2026-01-09', 60.5, null],
    ]);
    expect(rows[1]?.complications).toEqual(['hypotension']);
  });

  it('the nearest is the one at the least distance', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 60 }).map((list) => list.toSorted((a, b) => a - b));
    const base = rowsOf(timelineOf())[0];
    fc.assert(
      fc.property(days, fc.integer({ min: -100, max: 3_200 }), (list, moment) => {
        const rows = list.map((at) => ({ ...(base as NonNullable<typeof base>), at }));
        const found = nearestRow(rows, moment);
        const least = Math.min(...list.map((at) => Math.abs(at - moment)));
        expect(Math.abs((found?.at ?? Number.NaN) - moment)).toBe(least);
      }),
    );
    expect(nearestRow([], 5)).toBeUndefined();
  });

  it('steps of the dry weight go on to the end, events come in order, and the axis is that of the treatments', () => {
    const reply: TimelineReply = timelineOf();
    const [, last] = wholeSpan(reply, rowsOf(reply));
    expect(dryWeightSteps(reply.dryWeights, last).at(-1)).toEqual([last, 60]);
    expect(dryWeightSteps([], last)).toEqual([]);
    const events = eventsOf(reply);
    expect(events.map(({ what }) => what)).toEqual(['access-made', 'prescription', 'complication', 'access-event']);
    expect(events.every(({ at }, index) => index === 0 || at >= (events[index - 1]?.at ?? 0))).toBe(true);
    expect(wholeSpan(reply, [])[1]).toBeGreaterThan(noonOf(reply.today));
  });
});
