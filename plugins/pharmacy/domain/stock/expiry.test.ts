import { describe, expect, it } from 'vitest';
import { daysLeft, expiryLevel } from './expiry.ts';

describe('expiry colouring of lots', () => {
  it.each([
    ['2026-02-28', 'expired'],
    ['2026-03-01', 'near'],
    ['2026-03-31', 'near'],
    ['2026-04-01', 'soon'],
    ['2026-08-28', 'soon'],
    ['2026-08-29', 'fine'],
  ])('a lot good until %s is %s on 1 March', (expiresOn, level) => {
    expect(expiryLevel(expiresOn, '2026-03-01')).toBe(level);
  });
  it('[M7] counts whole days over month end and leap day', () => {
    expect(daysLeft('2028-03-01', '2028-02-28')).toBe(2);
    expect(daysLeft('2026-03-01', '2026-02-28')).toBe(1);
    expect(daysLeft('2026-01-31', '2026-02-01')).toBe(-1);
  });
});
