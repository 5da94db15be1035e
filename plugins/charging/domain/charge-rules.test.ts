import { fen, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import {
  assertChargeable,
  assertInsurable,
  assertPricesStand,
  assertTotal,
  type ChargeSubject,
  priceChanges,
  type PriceOfDay,
  unitPriceOf,
} from './charge-rules.ts';

const subject = (over: Partial<ChargeSubject> = {}): ChargeSubject => ({
  dpId: 'a',
  dpNumber: 'CF1',
  orgId: 'org-gz',
  patientId: 'p1',
  payStatus: 0,
  version: 3,
  totalPrice: fen(100),
  chargeBar: '',
  ...over,
});
const seen = new Map([
  ['a', 3],
  ['b', 1],
]);

describe('[7.8-07] what may be charged', () => {
  it('takes confirmed prescriptions of one patient and one facility', () => {
    expect(() => assertChargeable([subject(), subject({ dpId: 'b', version: 1 })], seen)).not.toThrow();
  });
  it('[M1] refuses what is charged already', () => {
    for (const payStatus of [1, 4, 5, 6, 8, 9]) expect(() => assertChargeable([subject({ payStatus })], seen)).toThrow('charging.not-to-charge');
  });
  it('refuses what waits for its review, and names it', () => {
    const waiting = subject({ dpId: 'b', dpNumber: 'CF2', version: 1, chargeBar: 'not-reviewed' });
    expect(() => assertChargeable([subject(), waiting], seen)).toThrow(expect.objectContaining({ key: 'charging.not-reviewed', params: { dpNumber: 'CF2' } }));
  });
  it('[M2] what is with the insurer is refused in a sentence of its own', () => {
    expect(() => assertChargeable([subject({ payStatus: 2 })], seen)).toThrow('charging.insurer-settling');
    expect(() => assertChargeable([subject({ payStatus: 3 })], seen)).toThrow('charging.insurer-in-doubt');
  });
  it('[M2] an insurer settles what waits, stands on an account or is held; he books only what is held', () => {
    const fits = (stage: 'before' | 'held') =>
      [0, 1, 2, 3, 4, 5, 6, 8, 9].filter((payStatus) => {
        try {
          assertInsurable([subject({ payStatus })], stage);
          return true;
        } catch {
          return false;
        }
      });
    expect(fits('before')).toEqual([0, 2, 3, 6]);
    expect(fits('held')).toEqual([2, 3]);
  });
  it('[M5] refuses a prescription that was edited meanwhile', () => {
    expect(() => assertChargeable([subject({ version: 4 })], seen)).toThrow('charging.stale');
    expect(() => assertChargeable([subject({ dpId: 'unseen' })], seen)).toThrow('charging.stale');
    expect(() => assertTotal(fen(99), fen(100))).toThrow('charging.total-changed');
  });
  it('refuses a bill for two patients, two facilities, or nobody', () => {
    expect(() => assertChargeable([subject(), subject({ dpId: 'b', version: 1, patientId: 'p2' })], seen)).toThrow('charging.other-patient');
    expect(() => assertChargeable([subject(), subject({ dpId: 'b', version: 1, orgId: 'org-wh' })], seen)).toThrow('charging.other-facility');
    expect(() => assertChargeable([], seen)).toThrow('charging.charge-empty');
  });
});

describe('[7.8-07] price change between save and charge', () => {
  const entry: PriceOfDay = { drugId: 'd', price: 123_400 as UnitPrice, stockUnit: '盒', stockDmin: 70_000 as Quantity, enableMark: 1 };
  const line = { detailId: 'l', drugId: 'd', drugName: 'Drug', price: 123_400 as UnitPrice, quantityUnit: '盒', stockUnit: '盒' };

  it('compares boxes with the box price and pieces with its share', () => {
    expect(priceChanges([line], [entry])).toEqual([]);
    expect(unitPriceOf(entry, '片')).toBe(17_629); // 12.34 / 7 = 1.762857…
    expect(priceChanges([{ ...line, quantityUnit: '片', price: 17_629 as UnitPrice }], [entry])).toEqual([]);
  });
  it('names the line, the old and the new price', () => {
    const changes = priceChanges([line], [{ ...entry, price: 130_000 as UnitPrice }]);
    expect(changes).toEqual([{ detailId: 'l', drugName: 'Drug', was: 123_400, now: 130_000 }]);
    expect(() => assertPricesStand(changes)).toThrow('charging.price-changed');
  });
  it('refuses an entry that left the catalogue', () => {
    expect(() => assertPricesStand(priceChanges([line], []))).toThrow('charging.entry-withdrawn');
    expect(() => assertPricesStand(priceChanges([line], [{ ...entry, enableMark: 0 }]))).toThrow('charging.entry-withdrawn');
  });
  it('[F33] what was carried out on a day that is over is charged, also when its entry is no longer sold; its price must still be that of the day', () => {
    const retired = { ...entry, enableMark: 0 };
    expect(priceChanges([line], [retired], 'over')).toEqual([]);
    expect(priceChanges([line], [{ ...retired, price: 130_000 as UnitPrice }], 'over')).toMatchObject([{ now: 130_000 }]);
    expect(priceChanges([line], [], 'over')).toMatchObject([{ now: undefined }]);
  });
});
