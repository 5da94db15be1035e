import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { couldMeet, type DatePart, exampleNumber, type NumberShape, numberLength } from './number-shape.ts';

const shape = (prefix: string, dateFormat: DatePart, digit = 4): NumberShape => ({ prefix, dateFormat, digit });

it('an example is prefix, date part and the first count', () => {
  const parts = ['yyyyMMdd', 'yyyyMM', 'yyyy', 'no'] as const;
  expect(parts.map((part) => exampleNumber(shape('MZ', part), '7', '2026-03-02'))).toEqual(['MZ202603020007', 'MZ2026030007', 'MZ20260007', 'MZ0007']);
  expect(exampleNumber(shape('', 'no', 2), '1000', '2026-03-02')).toBe('1000');
  expect(numberLength(shape('MZ', 'yyyyMM'))).toBe(12);
});

it('shapes that differ in their letters, or in their digits alone, never meet', () => {
  expect(couldMeet(shape('A', 'yyyy'), shape('B', 'yyyy'))).toBe(false);
  expect(couldMeet(shape('A', 'yyyy', 4), shape('A', 'yyyy', 8))).toBe(false);
  expect(couldMeet(shape('A', 'yyyy'), shape('A2026', 'no'))).toBe(true);
  expect(couldMeet(shape('A', 'yyyy'), shape('A', 'yyyyMM', 2))).toBe(true);
});

it('whatever two shapes give, the same text comes only from those that are said to meet', () => {
  const shapes = fc.record({
    prefix: fc.stringMatching(/^[AB]?[0-2]{0,3}$/),
    dateFormat: fc.constantFrom<DatePart>('yyyyMMdd', 'yyyyMM', 'yyyy', 'no'),
    digit: fc.integer({ min: 1, max: 4 }),
  });
  const day = fc.constantFrom('2026-03-02', '2026-11-21', '2011-01-01');
  const count = fc.integer({ min: 1, max: 2_000 });
  fc.assert(
    fc.property(shapes, day, count, shapes, day, count, (one, oneDay, oneCount, other, otherDay, otherCount) => {
      const same = exampleNumber(one, String(oneCount), oneDay) === exampleNumber(other, String(otherCount), otherDay);
      // Those with one prefix and one date part share a count in each period, which gives no value twice.
      const shared = one.prefix === other.prefix && one.dateFormat === other.dateFormat && oneCount === otherCount;
      return !same || shared || couldMeet(one, other);
    }),
    { numRuns: propertyCases(2_000) },
  );
});
