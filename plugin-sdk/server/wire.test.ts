import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../contract/index.ts';
import { assertChanged, assertVersion } from './version.ts';
import {
  instantFromWire,
  instantToWire,
  moneyColumnFromWire,
  moneyColumnToWire,
  quantityColumnFromWire,
  quantityColumnToWire,
  unitPriceColumnFromWire,
  unitPriceColumnToWire,
} from './wire.ts';

const AT = Date.UTC(2026, 0, 5, 2, 30);

describe('wire converters', () => {
  it('times go out as milliseconds and come in as milliseconds, seconds or text', () => {
    expect(instantToWire(new Date(AT))).toBe(AT);
    expect(instantToWire(null)).toBeNull();
    for (const given of [AT, String(AT), AT / 1000, '2026-01-05T02:30:00Z', '2026-01-05T10:30:00+08:00', '2026-01-05 10:30:00', '2026-01-05T10:30']) {
      expect(instantFromWire(given).getTime()).toBe(AT);
    }
    // Before 1901 Shanghai kept the time of its own place, and the database writes that offset with its seconds.
    expect(instantFromWire('1900-12-31 23:59:43+08:05:43').toISOString()).toBe('1900-12-31T15:54:00.000Z');
    expect(instantFromWire('2026-01-05').getTime()).toBe(Date.UTC(2026, 0, 4, 16));
    for (const wrong of ['', 'yesterday', '2026-13-01']) expect(() => instantFromWire(wrong)).toThrow(RangeError);
  });

  it('amounts, prices and quantities come back as they were stored', () => {
    const column = (scale: number) => fc.integer({ min: -999_999_999, max: 999_999_999 }).map((units) => (units / 10 ** scale).toFixed(scale));
    fc.assert(
      fc.property(column(2), column(4), (amount, price) => {
        const positive = (text: string) => (Number(text) === 0 ? text.replace('-', '') : text);
        expect(moneyColumnFromWire(moneyColumnToWire(amount))).toBe(positive(amount));
        expect(unitPriceColumnFromWire(unitPriceColumnToWire(price))).toBe(positive(price));
        expect(quantityColumnFromWire(quantityColumnToWire(price))).toBe(positive(price));
      }),
    );
  });
});

describe('optimistic versions', () => {
  const codeOf = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      return error instanceof AppError ? [error.key, error.code] : error;
    }
    return undefined;
  };

  it('an older version is refused as a conflict; callers that know no version pass', () => {
    expect(codeOf(() => assertVersion(3, 2, 'drug.stale'))).toEqual(['drug.stale', 409]);
    expect(codeOf(() => assertVersion(3, 3, 'drug.stale'))).toBeUndefined();
    expect(codeOf(() => assertVersion(3, undefined, 'drug.stale'))).toBeUndefined();
  });

  it('an update that changed nothing is a conflict', () => {
    expect(codeOf(() => assertChanged({ numUpdatedRows: 0n }, 'drug.stale'))).toEqual(['drug.stale', 409]);
    expect(codeOf(() => assertChanged([], 'drug.stale'))).toEqual(['drug.stale', 409]);
    expect(codeOf(() => assertChanged([{ numUpdatedRows: 1n }], 'drug.stale'))).toBeUndefined();
  });
});
