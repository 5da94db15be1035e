import { addMoney, fen, lineTotal, type Money, type Quantity, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allWaysChosen,
  leftByWay,
  leftOf,
  nothingWaits,
  type PaidWay,
  planRefund,
  type RefundableLine,
  refundableOf,
  refundTotal,
  refundWays,
  takesLast,
  type WantedLine,
  withPatientOf,
} from './refund-plan.ts';

const units = (value: number): Quantity => Math.round(value * 10_000) as Quantity;
const line = (over: Partial<RefundableLine> = {}): RefundableLine => {
  const price = over.price ?? (385_000 as UnitPrice);
  const quantity = over.quantity ?? units(3);
  return {
    detailId: 'd1',
    dpId: 'rx-1',
    drugName: 'A',
    quantityUnit: '盒',
    price,
    quantity,
    subTotal: lineTotal(price, quantity),
    refunded: units(0),
    refundedAmount: ZERO,
    withPatient: units(0),
    ...over,
  };
};
const key = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return (error as { key: string }).key;
  }
};

describe('[7.8-02] what may go back', () => {
  it('takes part of a line, or the rest of everything', () => {
    expect(planRefund([line()], [{ detailId: 'd1', quantity: units(1) }])).toEqual([{ detailId: 'd1', quantity: units(1), subTotal: 3_850 }]);
    const rest = planRefund([line({ refunded: units(1), refundedAmount: fen(3_850) }), line({ detailId: 'd2', quantity: units(1) })], 'rest');
    expect(rest.map((entry) => entry.subTotal)).toEqual([7_700, 3_850]);
  });

  it('refuses more than was sold, what is with the patient, broken units, unknown lines, lines twice, and nothing', () => {
    const ask = (quantity: number, over: Partial<RefundableLine> = {}) => key(() => planRefund([line(over)], [{ detailId: 'd1', quantity: units(quantity) }]));
    expect(ask(3)).toBe('allowed');
    expect(ask(4)).toBe('charging.refund-too-much');
    expect(ask(3, { refunded: units(1), refundedAmount: fen(3_850) })).toBe('charging.refund-too-much');
    expect(ask(2, { withPatient: units(2) })).toBe('charging.refund-with-patient');
    expect(ask(1, { withPatient: units(2) })).toBe('allowed');
    expect(ask(0.5)).toBe('charging.refund-not-whole');
    expect(ask(0.5, { quantity: units(2.5), withPatient: units(2) })).toBe('allowed');
    expect(ask(0)).toBe('charging.refund-empty');
    expect(ask(-1)).toBe('charging.refund-empty');
    expect(key(() => planRefund([line()], [{ detailId: 'no', quantity: units(1) }]))).toBe('charging.refund-line-unknown');
    const twice: WantedLine[] = [1, 1].map((one) => ({ detailId: 'd1', quantity: units(one) }));
    expect(key(() => planRefund([line()], twice))).toBe('charging.refund-line-twice');
  });

  it('knows when the pharmacy has nothing left to hand out', () => {
    const entry = (detailId: string, quantity: number) => ({ detailId, quantity: units(quantity), subTotal: ZERO });
    const lines = [line(), line({ detailId: 'd2', withPatient: units(2) })];
    expect(nothingWaits(lines, [entry('d1', 3)])).toBe(false);
    expect(nothingWaits(lines, [entry('d1', 3), entry('d2', 1)])).toBe(true);
    expect(nothingWaits([line({ refunded: units(2) })], [entry('d1', 1)])).toBe(true);
    expect(nothingWaits([], [])).toBe(true);
  });

  it('counts an opened box as with the patient', () => {
    const box = { quantityUnit: '盒', stockUnit: '盒', stockDmin: units(20) };
    expect(withPatientOf(box, { dispensed: units(60), returned: units(0) })).toBe(units(3));
    expect(withPatientOf(box, { dispensed: units(60), returned: units(45) })).toBe(units(1));
    expect(withPatientOf(box, { dispensed: units(60), returned: units(60) })).toBe(0);
    expect(withPatientOf({ ...box, quantityUnit: '粒' }, { dispensed: units(56), returned: units(6) })).toBe(units(50));
  });
});

const someLine = fc.record({ price: fc.integer({ min: 0, max: 99_999_999 }), quantity: fc.integer({ min: 1, max: 40 }) });

describe('[M6] partial refunds', () => {
  it('whatever is taken back in whatever order, the parts equal the whole and no line or way gives more than it took', () => {
    fc.assert(
      fc.property(
        fc.array(someLine, { minLength: 1, maxLength: 6 }),
        fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).filter((weights) => weights.some((weight) => weight > 0)),
        fc.array(fc.array(fc.nat(12), { minLength: 6, maxLength: 6 }), { maxLength: 8 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
        (sold, weights, steps, wishes) => {
          let lines = sold.map((one, at) => line({ detailId: `d${at}`, price: one.price as UnitPrice, quantity: units(one.quantity) }));
          const total = addMoney(ZERO, ...lines.map((one) => one.subTotal));
          const share = weights.reduce((sum, weight) => sum + weight, 0);
          const first = Math.floor((total * weights[0]) / share);
          const second = Math.floor((total * weights[1]) / share);
          let ways: PaidWay[] = [first, second, total - first - second].map((paid, at) => ({
            payWay: `w${at}`,
            name: `w${at}`,
            paid: fen(paid),
            refunded: ZERO,
          }));
          let turn = 0;
          const apply = (wanted: WantedLine[] | 'rest'): Money => {
            const entries = planRefund(lines, wanted);
            const amount = refundTotal(entries);
            // Now and then the cashier chooses for one way how much goes back by it; the others bring the rest.
            const wish = wishes[turn % wishes.length] ?? 0;
            const chooser = turn % 4;
            turn += 1;
            const mine = ways[chooser];
            const others = addMoney(ZERO, ...ways.filter((way) => way !== mine).map(leftByWay));
            const [low, high] = [Math.max(0, amount - others), mine ? Math.min(amount, leftByWay(mine)) : 0];
            const chosen = new Map(mine ? [[mine.payWay, fen(Math.floor(low + (high - low) * wish))]] : []);
            const back = refundWays(ways, amount, chosen);
            if (mine) expect(back.find((one) => one.payWay === mine.payWay)?.amount ?? 0).toBe(chosen.get(mine.payWay));
            expect(entries.every((entry) => entry.subTotal >= 0 && entry.quantity > 0)).toBe(true);
            expect(addMoney(ZERO, ...back.map((one) => one.amount))).toBe(amount);
            // What the table of bill lines allows: one fen around price × quantity.
            for (const entry of entries) {
              const price = lines.find((one) => one.detailId === entry.detailId)?.price ?? (0 as UnitPrice);
              expect(Math.abs(lineTotal(price, entry.quantity) - entry.subTotal)).toBeLessThanOrEqual(1);
            }
            const wasLast = takesLast(lines, entries);
            lines = lines.map((one) => {
              const entry = entries.find((found) => found.detailId === one.detailId);
              if (!entry) return one;
              return { ...one, refunded: (one.refunded + entry.quantity) as Quantity, refundedAmount: addMoney(one.refundedAmount, entry.subTotal) };
            });
            ways = ways.map((way) => ({
              ...way,
              refunded: addMoney(way.refunded, ...back.filter((one) => one.payWay === way.payWay).map((one) => one.amount)),
            }));
            expect(wasLast).toBe(lines.every((one) => leftOf(one) === 0));
            expect(ways.every((way) => way.refunded >= 0 && way.refunded <= way.paid)).toBe(true);
            expect(lines.every((one) => one.refundedAmount <= one.subTotal)).toBe(true);
            return amount;
          };
          let back = ZERO;
          for (const step of steps) {
            const wanted = lines.flatMap((one, at): WantedLine[] => {
              const quantity = Math.min(refundableOf(one), units(step[at] ?? 0)) as Quantity;
              return quantity > 0 ? [{ detailId: one.detailId, quantity }] : [];
            });
            if (wanted.length > 0) back = addMoney(back, apply(wanted));
          }
          if (lines.some((one) => leftOf(one) > 0)) back = addMoney(back, apply('rest'));
          expect(back).toBe(total);
          expect(lines.every((one) => one.refundedAmount === one.subTotal)).toBe(true);
          expect(ways.every((way) => way.refunded === way.paid)).toBe(true);
        },
      ),
    );
  });

  const ways: PaidWay[] = [
    { payWay: 'cash', name: '现金', paid: fen(5_000), refunded: ZERO },
    { payWay: 'card', name: '银行卡', paid: fen(3_000), refunded: fen(1_000) },
    { payWay: 'wechat', name: '微信', paid: fen(2_000), refunded: ZERO },
  ];
  const by = (amount: number, chosen?: Record<string, number>) =>
    refundWays(ways, fen(amount), chosen && new Map(Object.entries(chosen).map(([payWay, one]) => [payWay, fen(one)]))).map((one) => [one.payWay, one.amount]);

  it('empties the ways from the newest on, unless somebody chooses', () => {
    expect(by(1_500)).toEqual([['wechat', 1_500]]);
    expect(by(4_500)).toEqual([
      ['cash', 500],
      ['card', 2_000],
      ['wechat', 2_000],
    ]);
    expect(by(1_500, { cash: 1_200 })).toEqual([
      ['cash', 1_200],
      ['wechat', 300],
    ]);
    expect(by(1_500, { wechat: 0, card: 0 })).toEqual([['cash', 1_500]]);
  });

  it('refuses a choice that is above a way, above the refund or short of it', () => {
    expect(key(() => by(2_500, { card: 2_001 }))).toBe('charging.refund-way-too-much');
    expect(key(() => by(2_500, { card: -1 }))).toBe('charging.refund-way-too-much');
    expect(key(() => by(500, { cash: 501 }))).toBe('charging.refund-ways-sum');
    expect(key(() => by(2_500, { cash: 100, card: 0, wechat: 0 }))).toBe('charging.refund-ways-sum');
  });

  it('takes what the cashier names as the whole', () => {
    expect([...allWaysChosen(ways, [{ payWay: 'card', amount: fen(7) }])]).toEqual([
      ['cash', 0],
      ['card', 7],
      ['wechat', 0],
    ]);
    expect(key(() => allWaysChosen(ways, [{ payWay: 'gold', amount: fen(7) }]))).toBe('charging.refund-way-unknown');
    expect(
      key(() =>
        allWaysChosen(
          ways,
          [1, 2].map((one) => ({ payWay: 'card', amount: fen(one) })),
        ),
      ),
    ).toBe('charging.refund-way-twice');
  });

  it('never gives back more than was paid', () => {
    expect(key(() => refundWays([{ payWay: 'cash', name: '现金', paid: fen(100), refunded: fen(40) }], fen(61)))).toBe('charging.refund-above-paid');
    expect(refundWays([{ payWay: 'cash', name: '现金', paid: fen(0), refunded: fen(0) }], fen(0))).toEqual([]);
  });
});
