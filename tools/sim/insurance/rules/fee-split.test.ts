import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../model.ts';
import { lineFen } from '../money.ts';
import { splitLine } from './fee-split.ts';

const entry: CatalogueEntry = {
  code: 'CSIM1',
  name: '透析器',
  listType: '301',
  chargeType: '08',
  grade: '乙',
  limited: false,
  limitText: '',
  sharePpm: 100_000,
  caps: [80_000_000, 85_000_000, 90_000_000],
  spec: '',
  form: '',
  unit: '支',
  packUnit: '支',
  packQuantity: 1,
  approval: '',
  maker: '',
  version: 'V20260101',
};
const line = { sumFen: 20_000, priceMicro: 100_000_000, count: 20_000, approval: '0' };

const entries = fc.record({
  grade: fc.constantFrom('甲' as const, '乙' as const, '丙' as const),
  limited: fc.boolean(),
  sharePpm: fc.integer({ min: 0, max: 1_000_000 }),
  caps: fc.option(fc.tuple(fc.nat(500_000_000), fc.nat(500_000_000), fc.nat(500_000_000))),
});

test('the four parts of a line always add up to it and none is negative', () => {
  fc.assert(
    fc.property(
      entries,
      fc.integer({ min: 1, max: 900_000_000 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom('0', '1', '2'),
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      fc.boolean(),
      (facts, priceMicro, count, approval, level, listed) => {
        const sumFen = lineFen(priceMicro, count);
        const split = splitLine({ sumFen, priceMicro, count, approval }, listed ? { ...entry, ...facts } : undefined, level);
        const parts = [split.fulamtFen, split.overlmtFen, split.preselfFen, split.inscpFen];
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sumFen);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        const own = !listed || facts.grade === '丙' || approval === '2' || (facts.limited && approval !== '1');
        expect(split.fulamtFen).toBe(own ? sumFen : 0);
      },
    ),
  );
});

test.each([
  [1, 4000, 1600, 14_400],
  [2, 3000, 1700, 15_300],
  [3, 2000, 1800, 16_200],
] as const)('hospital level %i has its own price cap', (level, overlmtFen, preselfFen, inscpFen) => {
  expect(splitLine(line, entry, level)).toMatchObject({ fulamtFen: 0, overlmtFen, preselfFen, inscpFen });
});

test.each([
  ['0', 20_000],
  ['1', 0],
  ['2', 20_000],
])('a limited item with approval %s', (approval, fulamtFen) => {
  expect(splitLine({ ...line, approval }, { ...entry, limited: true }, 3).fulamtFen).toBe(fulamtFen);
});

test('what is in no list is wholly own and says so', () => {
  expect(splitLine(line, undefined, 3)).toMatchObject({ fulamtFen: 20_000, inscpFen: 0, memo: expect.stringContaining('目录外') });
});
