import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessParts, DAY_MS, dayOf, daysOf, endOfDay, formatInstant, instantOf, parseDay, startOfDay, toInstant } from './business-time.ts';

const instants = fc.integer({ min: Date.UTC(1949, 0, 1), max: Date.UTC(2199, 0, 1) });
const AT = Date.UTC(2026, 10, 20, 16, 5, 9); // 2026-11-21 00:05:09 in Shanghai

describe('business time', () => {
  it('[9-11] default format, table formats and the brace form', () => {
    expect(formatInstant(AT)).toBe('2026-11-21 00:05');
    expect(formatInstant(AT, 'YYYY-MM-DD HH:mm')).toBe('2026-11-21 00:05');
    expect(formatInstant(AT, 'YYYY-MM-DD')).toBe('2026-11-21');
    expect(formatInstant(AT, '{y}-{m}-{d} {h}:{i}:{s}')).toBe('2026-11-21 00:05:09');
    expect(formatInstant(Number.NaN)).toBe('');
  });

  it('[9-10] ten-digit timestamps are seconds', () => {
    expect(toInstant(1_700_000_000)).toBe(1_700_000_000_000);
    expect(toInstant('1700000000')).toBe(1_700_000_000_000);
    expect(toInstant(1_700_000_000_123)).toBe(1_700_000_000_123);
    expect(toInstant(0)).toBe(0);
  });

  it('the day is the day in Shanghai, whatever the machine thinks', () => {
    expect(dayOf(Date.UTC(2026, 0, 1, 15, 59, 59, 999))).toBe('2026-01-01');
    expect(dayOf(Date.UTC(2026, 0, 1, 16))).toBe('2026-01-02');
    fc.assert(
      fc.property(instants, (instant) => void expect(dayOf(instant)).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: 'Etc/GMT-8' }).format(instant))),
    );
  });

  it('a picked range is the days that a list call carries', () => {
    expect(daysOf([Date.UTC(2026, 0, 1, 15), Date.UTC(2026, 0, 1, 16)])).toEqual({ startDate: '2026-01-01', endDate: '2026-01-02' });
    expect([daysOf(null), daysOf(undefined)]).toEqual([{}, {}]);
  });

  it('a day runs from its first to its last millisecond', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(startOfDay(instant)).toBeLessThanOrEqual(instant);
        expect(endOfDay(instant)).toBeGreaterThanOrEqual(instant);
        expect(endOfDay(instant) - startOfDay(instant)).toBe(DAY_MS - 1);
        expect(dayOf(startOfDay(instant))).toBe(dayOf(endOfDay(instant)));
        expect(parseDay(dayOf(instant))).toBe(startOfDay(instant));
      }),
    );
  });

  it('parts and instant are two ways to say one thing', () => {
    fc.assert(fc.property(instants, (instant) => void expect(instantOf(businessParts(instant))).toBe(instant - (((instant % 1000) + 1000) % 1000))));
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', ''])('"%s" is no day', (text) => expect(() => parseDay(text)).toThrow(RangeError));
});
