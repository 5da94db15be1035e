import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agoTimeText, listTimeText, recentTimeText, timeTextIn } from './time-text.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;
const ages = fc.integer({ min: 0, max: 400 * D });
const say = (text: ReturnType<typeof listTimeText>) => timeTextIn('zh', text);

describe('time text', () => {
  it.each([
    [0, '刚刚'],
    [59 * S, '刚刚'],
    [M, '1分钟前'],
    [59 * M + 59 * S, '59分钟前'],
    [H, '1小时前'],
    [23 * H + 59 * M, '23小时前'],
    [D, '1天前'],
    [6 * D + 23 * H, '6天前'],
    [7 * D, '1周前'],
    [27 * D, '3周前'],
    [28 * D, '1个月前'],
    [30 * D, '1个月前'],
    [119 * D, '3个月前'],
    [120 * D, '2026-07-23'],
    [-5 * M, '刚刚'],
  ])('[9-10] list views: %i ms ago is %s', (age, text) => expect(say(listTimeText(NOW - age, NOW))).toBe(text));

  it.each([
    [29 * S, '刚刚'],
    [30 * S, '1分钟前'],
    [59 * M, '59分钟前'],
    [H, '1小时前'],
    [23 * H, '23小时前'],
    [D, '1天前'],
    [2 * D - 1, '1天前'],
    [2 * D, '2026-11-18'],
  ])('[9-10] second variant: %i ms ago is %s', (age, text) => expect(say(recentTimeText(NOW - age, NOW))).toBe(text));

  it.each([
    [0, '0 minutes ago'],
    [M, '1 minute ago'],
    [2 * M, '2 minutes ago'],
    [H, '1 hour ago'],
    [5 * H, '5 hours ago'],
    [D, '1 day ago'],
    [400 * D, '400 days ago'],
  ])("[9-10] third variant with an 's' plural: %i ms ago is %s", (age, text) => expect(timeTextIn('en', agoTimeText(NOW - age, NOW))).toBe(text));

  it('[9-10] ten-digit timestamps are seconds', () => {
    expect(listTimeText(Math.floor((NOW - 5 * M) / 1000), NOW)).toEqual({ unit: 'minute', count: 5 });
    expect(listTimeText(String(Math.floor((NOW - 5 * M) / 1000)), NOW)).toEqual({ unit: 'minute', count: 5 });
  });

  it('counts stay within the limits of the specification and never grow younger with age', () => {
    const limits = { minute: 59, hour: 23, day: 6, week: 3, month: 3 } as const;
    const order = ['now', 'minute', 'hour', 'day', 'week', 'month', 'date'];
    fc.assert(
      fc.property(ages, ages, (a, b) => {
        const [younger, older] = [Math.min(a, b), Math.max(a, b)].map((age) => listTimeText(NOW - age, NOW));
        if (!younger || !older) return;
        for (const text of [younger, older]) {
          if (text.unit === 'now' || text.unit === 'date') continue;
          expect(text.count).toBeGreaterThanOrEqual(1);
          expect(text.count).toBeLessThanOrEqual(limits[text.unit]);
        }
        expect(order.indexOf(older.unit)).toBeGreaterThanOrEqual(order.indexOf(younger.unit));
        if (older.unit === younger.unit && 'count' in older && 'count' in younger) expect(older.count).toBeGreaterThanOrEqual(younger.count);
      }),
    );
  });

  it('three languages', () => {
    const text = listTimeText(NOW - 2 * H, NOW);
    expect([timeTextIn('zh', text), timeTextIn('zhtw', text), timeTextIn('en', text)]).toEqual(['2小时前', '2 小時前', '2 hours ago']);
  });
});
