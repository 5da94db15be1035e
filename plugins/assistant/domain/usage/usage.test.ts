import { describe, expect, it } from 'vitest';
import { costOf, moneyOf, priceOf } from './cost.ts';
import { limitReached } from './limits.ts';
import { estimateTokens } from './tokens.ts';
import { daysBetween, periodFlaw } from './usage-days.ts';

describe('what a question costs', () => {
  it('is exact over many small ones, and rounded once', () => {
    // 0.2 fen for 1,000 tokens asked, 0.8 for 1,000 answered.
    const prices = { prompt: priceOf(0.2), answer: priceOf(0.8) };
    const one = costOf({ prompt: 100, answer: 50 }, prices);
    expect(one).toBe(60_000);
    expect(moneyOf(String(one * 1_000))).toBe(60);
    expect(moneyOf('499999')).toBe(0);
    expect(moneyOf('500000')).toBe(1);
    expect(moneyOf(String(costOf({ prompt: 900_000_000, answer: 0 }, { prompt: priceOf(10_000), answer: 0 })))).toBe(9_000_000_000);
  });

  it('is estimated in tokens where a model does not say: never none for words', () => {
    expect([estimateTokens(''), estimateTokens('血透'), estimateTokens('abcd'), estimateTokens('abcde 血')]).toEqual([0, 2, 1, 3]);
  });
});

describe('limits', () => {
  const limits = { asksPerMinute: 2, personTokens: 100, siteTokens: 1_000 };
  it.each([
    [{ minuteAsks: 1, personTokens: 99, siteTokens: 999 }, undefined],
    [{ minuteAsks: 2, personTokens: 0, siteTokens: 0 }, 'limit-minute'],
    [{ minuteAsks: 0, personTokens: 100, siteTokens: 100 }, 'limit-person'],
    [{ minuteAsks: 0, personTokens: 0, siteTokens: 1_000 }, 'limit-site'],
  ])('%j: %s', (so, reached) => expect(limitReached(so, limits)).toBe(reached));
});

describe('a period', () => {
  it.each([
    ['2026-03-01', '2026-03-03', 3, undefined],
    ['2026-03-01', '2026-03-04', 3, 'usage-too-long'],
    ['2026-03-02', '2026-03-01', 3, 'usage-ends-before'],
    ['2026-02-30', '2026-03-01', 3, 'usage-bad-day'],
  ])('%s to %s of %i days: %s', (start, end, most, flaw) => expect(periodFlaw(start, end, most)).toBe(flaw));

  it('has all its days', () => expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']));
});
