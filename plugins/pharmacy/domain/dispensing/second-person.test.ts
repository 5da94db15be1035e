import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { ownPick, type PickedGoods, secondPersonRule } from './second-person.ts';

const goods = fc.array(
  fc
    .record({ detailId: fc.constantFrom('a', 'b', 'c'), pickedBy: fc.constantFrom('u1', 'u2') })
    .map((one): PickedGoods => ({ ...one, pickedByName: one.pickedBy })),
  { maxLength: 6 },
);
const lines = fc.subarray(['a', 'b', 'c']).map((ids) => new Set(ids));

describe('who may hand out', () => {
  it('unless told, controlled drugs take two', () => {
    expect([undefined, true, false, 'controlled'].map(secondPersonRule)).toEqual(['controlled', 'all', 'none', 'controlled']);
  });

  it('[property] nobody hands out a controlled drug that he picked; everything else is nobody’s bar unless the site says so', () => {
    fc.assert(
      fc.property(goods, lines, fc.constantFrom('controlled' as const, 'all' as const, 'none' as const), (picked, controlled, rule) => {
        const own = picked.filter((one) => one.pickedBy === 'u1');
        const barred = rule === 'all' ? own.length > 0 : rule === 'controlled' && own.some((one) => controlled.has(one.detailId));
        expect(ownPick(rule, picked, controlled, 'u1') !== undefined).toBe(barred);
      }),
      { numRuns: propertyCases(100) },
    );
  });
});
