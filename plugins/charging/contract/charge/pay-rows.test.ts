import { fen, type Money } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PayWay } from './charge.schema.ts';
import { openOf, type PayRow, payAllBy, payRestBy, payRowsToWire, settlePayRows, startPayRows } from './pay-rows.ts';

const way = (payWay: string, more: Partial<PayWay> = {}): PayWay => ({
  payWay,
  payWayName: payWay,
  kind: 'cash',
  givesChange: false,
  needsReference: false,
  sortCode: 0,
  amount: 0,
  ...more,
});
const WAYS = [way('cash', { givesChange: true }), way('card', { needsReference: true }), way('wechat')];
const typed = (rows: readonly PayRow[], code: string, change: Partial<PayRow>): PayRow[] =>
  rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
const amounts = (rows: readonly PayRow[]) => rows.map((row) => row.amount);

describe('[7.8-07] rows of a payment as they are typed', () => {
  it('begin with the whole sum at the first way, and with nothing when nothing is due', () => {
    expect(amounts(startPayRows(fen(8_050), WAYS))).toEqual([8_050, null, null]);
    expect(amounts(startPayRows(fen(0), WAYS))).toEqual([null, null, null]);
    expect(amounts(payAllBy(startPayRows(fen(0), WAYS), 'card', fen(0)))).toEqual([null, null, null]);
  });

  it('go to one way as a whole, or as far as the others leave something', () => {
    const rows = typed(startPayRows(fen(8_050), WAYS), 'cash', { amount: fen(5_000), tendered: fen(6_000) });
    expect(amounts(payRestBy(rows, 'wechat', fen(8_050)))).toEqual([5_000, null, 3_050]);
    expect(amounts(payRestBy(typed(rows, 'cash', { amount: fen(9_000) }), 'wechat', fen(8_050)))).toEqual([9_000, null, null]);
    const all = payAllBy(rows, 'card', fen(8_050));
    expect([amounts(all), all[0]?.tendered]).toEqual([[null, 8_050, null], null]);
  });

  it('give change for what is paid alone: what was handed over for a row that is empty now does not count', () => {
    const rows = typed(startPayRows(fen(8_050), WAYS), 'cash', { tendered: fen(10_000) });
    expect(settlePayRows(rows, fen(8_050))).toEqual({ change: 1_950, problem: null });
    const emptied = typed(typed(rows, 'cash', { amount: null }), 'wechat', { amount: fen(8_050) });
    expect(settlePayRows(emptied, fen(8_050))).toEqual({ change: 0, problem: null });
    expect(payRowsToWire(emptied)).toEqual([{ payWay: 'wechat', amount: 80.5 }]);
  });

  it('say what stands against them, and by which way', () => {
    const start = startPayRows(fen(100), WAYS);
    const problemOf = (rows: readonly PayRow[]) => settlePayRows(rows, fen(100)).problem;
    expect(problemOf(typed(start, 'cash', { tendered: fen(50) }))).toMatchObject({ key: 'charging.payment-tendered-short', params: { payWay: 'cash' } });
    expect(problemOf(payAllBy(start, 'card', fen(100)))).toMatchObject({ key: 'charging.payment-reference-missing', params: { payWay: 'card' } });
    expect(problemOf(typed(typed(start, 'cash', { amount: fen(110) }), 'wechat', { amount: fen(-10) }))).toMatchObject({ key: 'charging.payment-negative' });
    expect(problemOf(typed(start, 'cash', { amount: fen(99) }))).toMatchObject({ key: 'charging.payment-sum' });
  });

  it('send what was handed over and the reference, without the blanks around it', () => {
    const rows = typed(typed(startPayRows(fen(300), WAYS), 'cash', { amount: fen(100), tendered: fen(200) }), 'card', {
      amount: fen(200),
      reference: ' 6222 ',
    });
    expect(payRowsToWire(rows)).toEqual([
      { payWay: 'cash', amount: 1, tendered: 2 },
      { payWay: 'card', amount: 2, reference: '6222' },
    ]);
  });

  it('[M6] whatever is typed, filling the rest pays the sum exactly, or the others pay more than it', () => {
    const typedAmount = fc.option(fc.integer({ min: 0, max: 1_000_000 }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.tuple(typedAmount, typedAmount, typedAmount), (total, entered) => {
        const rows = startPayRows(fen(total), WAYS).map((row, at) => ({ ...row, amount: (entered[at] ?? null) as Money | null }));
        const others = (entered[1] ?? 0) + (entered[2] ?? 0);
        expect(openOf(payRestBy(rows, 'cash', fen(total)), fen(total))).toBe(Math.min(0, total - others) + 0);
      }),
    );
  });
});
