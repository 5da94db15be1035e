import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen } from './money.ts';
import { formatFileSize, formatMoney, moneyInCapitals, shortenNumber, withThousands } from './number-text.ts';

describe('numbers as text', () => {
  it('[9-12] thousands separators change nothing but the look', () => {
    expect(withThousands('1234567.891')).toBe('1,234,567.891');
    expect(withThousands('-999')).toBe('-999');
    expect(formatMoney(fen(-123456))).toBe('-1,234.56');
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => void expect(withThousands(String(value)).replaceAll(',', '')).toBe(String(value))));
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => void expect(withThousands(String(value))).toMatch(/^-?\d{1,3}(,\d{3})*$/)));
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [5_242_880, '5 MB'],
    [1_073_741_824, '1 GB'],
    [5_497_558_138_880, '5120 GB'],
  ])('[9-12] %i bytes are %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));

  it.each([
    [999, '999'],
    [1234, '1.2k'],
    [999_999, '1M'],
    [1e9, '1G'],
    [2.5e12, '2.5T'],
    [1e15, '1P'],
    [1e18, '1E'],
    [-1500, '-1.5k'],
  ])('[9-12] %d shortens to %s', (value, text) => expect(shortenNumber(value)).toBe(text));

  it.each([
    [0, '零元整'],
    [5, '伍分'],
    [50, '伍角整'],
    [100, '壹元整'],
    [105, '壹元零伍分'],
    [12345, '壹佰贰拾叁元肆角伍分'],
    [1_000_000, '壹万元整'],
    [1_000_100, '壹万零壹元整'],
    [10_100_000, '壹拾万壹仟元整'],
    [10_010_000, '壹拾万零壹佰元整'],
    [10_000_000_000, '壹亿元整'],
    [10_000_000_100, '壹亿零壹元整'],
    [-12300, '负壹佰贰拾叁元整'],
    [2_000_000_300, '贰仟万零叁元整'],
  ])('[5-08] %i fen in Chinese capitals: %s', (amount, text) => expect(moneyInCapitals(fen(amount))).toBe(text));

  it('[5-08] [9-21] more than 12 digits before the point are too many', () => {
    expect(moneyInCapitals(fen(99_999_999_999_999))).toContain('玖仟玖佰玖拾玖亿');
    expect(() => moneyInCapitals(fen(100_000_000_000_000))).toThrow('amount too large');
  });
});
