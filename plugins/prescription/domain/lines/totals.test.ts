import { addMoney, fen } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRUG_TYPES } from '../../../catalogue/contract/index.ts';
import { type AmountLine, chargeGroup, totalsOf } from './totals.ts';

const line = (drugType: AmountLine['drugType'], subTotal: number): AmountLine => ({
  drugType,
  subTotal: fen(subTotal),
  preselfpay: fen(0),
  fulamtOwnpay: fen(0),
  overlmt: fen(0),
});

describe('[9-08] charge groups', () => {
  it('western holds 西药 and 中成药, assay holds 化验, everything else is diagnosis and treatment', () => {
    const groups = Object.fromEntries(DRUG_TYPES.map((type) => [type, chargeGroup(type)]));
    expect(groups).toEqual({
      西药: 'west',
      中成药: 'west',
      耗材: 'diagTreat',
      材料: 'diagTreat',
      挂号: 'diagTreat',
      治疗: 'diagTreat',
      检查: 'diagTreat',
      护理: 'diagTreat',
      其他: 'diagTreat',
      化验: 'assay',
    });
  });

  it('[3-11] consumables and other are parts of diagnosis and treatment, not added again', () => {
    const totals = totalsOf([line('西药', 100), line('耗材', 20), line('材料', 3), line('其他', 4), line('化验', 50)]);
    expect(totals).toMatchObject({ total: 177, west: 100, diagTreat: 27, assay: 50, consumables: 23, other: 4 });
  });

  it('the three groups always add up to the total', () => {
    const lines = fc.array(
      fc.tuple(fc.constantFrom(...DRUG_TYPES), fc.integer({ min: 0, max: 1e8 })).map(([type, amount]) => line(type, amount)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(lines, (all) => {
        const totals = totalsOf(all);
        expect(addMoney(totals.west, totals.diagTreat, totals.assay)).toBe(totals.total);
        expect(addMoney(totals.consumables, totals.other)).toBeLessThanOrEqual(totals.diagTreat);
      }),
    );
  });
});
