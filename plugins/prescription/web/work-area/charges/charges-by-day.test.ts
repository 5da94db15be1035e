import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRUG_TYPES } from '../../../../catalogue/contract/index.ts';
import { lineFromCatalogue } from '../../../domain/preview.ts';
import { chargesByDay } from './charges-by-day.ts';
import { drugRow, MONDAY, rxOf } from '../rx.fixture.ts';

const DAY = 86_400_000;
const lineOf = (dpId: string, drugType: (typeof DRUG_TYPES)[number], fen: number) => ({
  ...lineFromCatalogue(drugRow({ drugType }), `${dpId}-${fen}`),
  dpId,
  subTotal: fen / 100,
});

describe('[3-15] charges by day and category', () => {
  it('puts every line on its business day', () => {
    const heads = [rxOf({ dpId: 'a' }), rxOf({ dpId: 'b', dpDate: MONDAY + 2 * DAY }), rxOf({ dpId: 'c', dpDate: MONDAY + 3_600_000 })];
    const table = chargesByDay(heads, [lineOf('a', '西药', 100), lineOf('b', '治疗', 40000), lineOf('c', '西药', 250), lineOf('b', '西药', 5)]);
    expect(table.days.map(({ day, total }) => [day, total])).toEqual([
      ['2026-03-02', 350],
      ['2026-03-04', 40005],
    ]);
    expect(table.types).toEqual(['西药', '治疗']);
    expect(table.byType.get('西药')).toBe(355);
  });

  it('rows, columns and lines add up to the same total', () => {
    const entry = fc.record({ rx: fc.nat(6), type: fc.constantFrom(...DRUG_TYPES), fen: fc.integer({ min: 0, max: 10_000_000 }) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const heads = Array.from({ length: 7 }, (_, at) => rxOf({ dpId: `rx-${at}`, dpDate: MONDAY + at * DAY }));
        const table = chargesByDay(
          heads,
          entries.map(({ rx, type, fen }) => lineOf(`rx-${rx}`, type, fen)),
        );
        const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, amount) => all + amount, 0);
        const all = sum(entries.map(({ fen }) => fen));
        expect([table.total, sum(table.byType.values()), sum(table.days.map(({ total }) => total))]).toEqual([all, all, all]);
      }),
    );
  });
});
