import { addMoney, fen, type Money, splitMoney } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, outstanding, type PayWayRule, splitPayments } from './payment-split.ts';

const WAYS: PayWayRule[] = [
  { code: 'cash', name: 'Cash', givesChange: true, needsReference: false },
  { code: 'card', name: 'Card', givesChange: false, needsReference: true },
  { code: 'wechat', name: 'WeChat', givesChange: false, needsReference: false },
];

describe('[7.8-07] self-pay payment ways', () => {
  it('gives change for cash only', () => {
    const payments = splitPayments(fen(8_050), [{ payWay: 'cash', amount: fen(8_050), tendered: fen(10_000) }], WAYS);
    expect(payments).toEqual([{ payWay: 'cash', amount: 8_050, tendered: 10_000, change: 1_950, reference: '' }]);
    expect(changeOf(payments)).toBe(1_950);
    expect(() => splitPayments(fen(50), [{ payWay: 'wechat', amount: fen(50), tendered: fen(60) }], WAYS)).toThrow('charging.payment-no-change');
  });

  it('refuses rows that do not add up to the total', () => {
    const cash = (amount: number) => [{ payWay: 'cash', amount: fen(amount) }];
    expect(() => splitPayments(fen(100), cash(99), WAYS)).toThrow('charging.payment-sum');
    expect(() => splitPayments(fen(100), cash(101), WAYS)).toThrow('charging.payment-sum');
    expect(() => splitPayments(fen(100), [], WAYS)).toThrow('charging.payment-sum');
  });

  it('refuses unknown ways, a way twice, negative rows, too little cash and a missing slip number', () => {
    expect(() => splitPayments(fen(1), [{ payWay: 'gold', amount: fen(1) }], WAYS)).toThrow('charging.payment-way-unknown');
    expect(() =>
      splitPayments(
        fen(2),
        [1, 1].map((amount) => ({ payWay: 'cash', amount: fen(amount) })),
        WAYS,
      ),
    ).toThrow('charging.payment-way-twice');
    expect(() =>
      splitPayments(
        fen(1),
        [
          { payWay: 'cash', amount: fen(2) },
          { payWay: 'wechat', amount: fen(-1) },
        ],
        WAYS,
      ),
    ).toThrow('charging.payment-negative');
    expect(() => splitPayments(fen(9), [{ payWay: 'cash', amount: fen(9), tendered: fen(8) }], WAYS)).toThrow('charging.payment-tendered-short');
    expect(() => splitPayments(fen(9), [{ payWay: 'card', amount: fen(9), reference: ' ' }], WAYS)).toThrow('charging.payment-reference-missing');
    expect(() => splitPayments(fen(9), [{ payWay: 'wechat', amount: fen(9), reference: 'x'.repeat(65) }], WAYS)).toThrow('charging.payment-reference-long');
  });

  it('drops empty rows, and a bill of nothing needs none', () => {
    expect(splitPayments(fen(0), [], WAYS)).toEqual([]);
    expect(
      splitPayments(
        fen(7),
        [
          { payWay: 'card', amount: fen(0) },
          { payWay: 'cash', amount: fen(7) },
        ],
        WAYS,
      ),
    ).toHaveLength(1);
  });

  it('[M6] any split of a total is accepted, adds up, gives no negative change, whatever the order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
        fc.nat(5_000),
        fc.boolean(),
        (total, weights, extra, reversed) => {
          fc.pre(weights.some((weight) => weight > 0));
          const [cash = 0, card = 0, wechat = 0] = splitMoney(fen(total), weights);
          const rows = [
            { payWay: 'cash', amount: cash as Money, tendered: fen(cash + extra) },
            { payWay: 'card', amount: card as Money, reference: '6222' },
            { payWay: 'wechat', amount: wechat as Money },
          ];
          const payments = splitPayments(fen(total), reversed ? [...rows].reverse() : rows, WAYS);
          expect(addMoney(fen(0), ...payments.map((payment) => payment.amount))).toBe(total);
          expect(payments.every((payment) => payment.change >= 0 && payment.tendered - payment.change === payment.amount)).toBe(true);
          expect(changeOf(payments)).toBe(cash > 0 ? extra : 0);
          expect(
            outstanding(
              fen(total),
              payments.map((payment) => payment.amount),
            ),
          ).toBe(0);
        },
      ),
    );
  });
});
