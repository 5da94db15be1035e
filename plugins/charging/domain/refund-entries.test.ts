import { addMoney, fen, type Quantity } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundEntries } from './refund-entries.ts';

const money = fc.integer({ min: 0, max: 100_000_000 }).map(fen);
const bill = fc.record({
  total: money,
  lines: fc.array(fc.record({ name: fc.string(), quantity: fc.integer({ min: 0, max: 1_000_000 }).map((value) => value as Quantity), subTotal: money })),
  payments: fc.array(fc.record({ payWay: fc.string(), amount: money, tendered: money, change: money })),
});

describe('[7.8-02] cancelling a bill adds negative entries', () => {
  it('bill and refund together are nothing, line by line and way by way', () => {
    fc.assert(
      fc.property(bill, (some) => {
        const refund = refundEntries(some);
        expect(addMoney(some.total, refund.total)).toBe(0);
        refund.lines.forEach((line, index) => {
          expect(line.subTotal + (some.lines[index]?.subTotal ?? Number.NaN)).toBe(0);
          expect(line.quantity + (some.lines[index]?.quantity ?? Number.NaN)).toBe(0);
          expect(line.name).toBe(some.lines[index]?.name);
        });
        refund.payments.forEach((payment, index) => {
          expect(payment.amount + (some.payments[index]?.amount ?? Number.NaN)).toBe(0);
          expect(payment.payWay).toBe(some.payments[index]?.payWay);
          expect(payment.change).toBe(0);
        });
      }),
    );
  });

  it('never leaves a minus zero behind', () => {
    const refund = refundEntries({ total: fen(0), lines: [{ quantity: 0 as Quantity, subTotal: fen(0) }], payments: [] });
    expect(Object.is(refund.total, 0) && Object.is(refund.lines[0]?.subTotal, 0) && Object.is(refund.lines[0]?.quantity, 0)).toBe(true);
  });
});
