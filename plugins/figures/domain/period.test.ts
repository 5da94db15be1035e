import { dayAfter, lengthOfPeriod, MAX_FIGURE_DAYS } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_CHOICE, PERIOD_NAMES, periodFlaw, periodOfChoice, readChoice } from './period.ts';

const anyDay = fc.integer({ min: 10_000, max: 40_000 }).map((days) => dayAfter('1970-01-01', days));

describe('choice of a period', () => {
  it.each([
    ['today', '2026-03-04', '2026-03-04', '2026-03-04'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['week', '2026-03-04', '2026-03-02', '2026-03-04'],
    ['week', '2026-03-02', '2026-03-02', '2026-03-02'],
    ['week', '2026-03-08', '2026-03-02', '2026-03-08'],
    ['month', '2026-03-04', '2026-03-01', '2026-03-04'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['year', '2026-03-04', '2026-01-01', '2026-03-04'],
  ] as const)('%s on %s is %s to %s', (kind, today, startDate, endDate) => {
    expect(periodOfChoice({ kind }, today)).toEqual({ startDate, endDate });
  });

  it('by name can always be asked about, and never reaches beyond today', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...PERIOD_NAMES), (today, kind) => {
        const period = periodOfChoice({ kind }, today);
        expect(periodFlaw(period, today)).toBeUndefined();
        expect(lengthOfPeriod(period)).toBeLessThanOrEqual(MAX_FIGURE_DAYS);
      }),
    );
  });

  it('is taken up again as it was kept; what cannot be asked about any more begins anew', () => {
    const today = '2026-03-04';
    const own = { kind: 'own', startDate: '2026-01-03', endDate: '2026-01-09' };
    expect(readChoice(own, today)).toEqual(own);
    expect(readChoice({ kind: 'lastMonth', startDate: 'x' }, today)).toEqual({ kind: 'lastMonth' });
    for (const broken of [
      undefined,
      null,
      7,
      'month',
      {},
      { kind: 'decade' },
      { ...own, endDate: 5 },
      { ...own, endDate: '2026-02-30' },
      { ...own, endDate: '2027-01-01' },
    ])
      expect(readChoice(broken, today)).toEqual(FIRST_CHOICE);
  });
});

describe('a period that cannot be asked about', () => {
  const flawOf = (startDate: string, endDate: string) => periodFlaw({ startDate, endDate }, '2026-03-04');

  it.each([
    ['2026-02-30', '2026-03-01', 'bad-day', 'startDate'],
    ['2026-03-01', 'morgen', 'bad-day', 'endDate'],
    ['2026-03-03', '2026-03-02', 'ends-before', 'endDate'],
    ['2026-03-01', '2026-03-05', 'in-future', 'endDate'],
    ['2025-03-03', '2026-03-04', 'too-long', 'startDate'],
  ])('%s to %s: %s', (startDate, endDate, key, field) => {
    expect(flawOf(startDate, endDate)).toMatchObject({ key, field });
  });

  it('has a day more than the longest', () => {
    expect(flawOf(dayAfter('2026-03-04', 1 - MAX_FIGURE_DAYS), '2026-03-04')).toBeUndefined();
    expect(flawOf(dayAfter('2026-03-04', -MAX_FIGURE_DAYS), '2026-03-04')).toMatchObject({ key: 'too-long', params: { days: MAX_FIGURE_DAYS + 1 } });
  });
});
