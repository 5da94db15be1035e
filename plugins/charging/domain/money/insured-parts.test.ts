import { addMoney, fen, type Money } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_WAY, assertParts, FUND_WAY, HOSPITAL_WAY, insuredPayments, settledByInsurer } from './insured-parts.ts';
import { refundPayment } from '../refund-plan.ts';

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9_999_999 })).map(fen);
const parts = fc.record({ fundPay: amount, accountPay: amount, hospitalPay: amount, selfPay: amount });
const cash = (part: Money) => (part === 0 ? [] : [{ payWay: 'cash', amount: part, tendered: part, change: fen(0), reference: '' }]);

describe('[M5] who pays an insured bill', () => {
  it('fund, account, hospital and patient add up to the bill, and what goes back adds up to nothing left', () => {
    fc.assert(
      fc.property(parts, (who) => {
        const total = addMoney(who.fundPay, who.accountPay, who.hospitalPay, who.selfPay);
        expect(() => assertParts(total, who)).not.toThrow();
        const payments = insuredPayments(who, 'SIM-SETL-1', cash(who.selfPay));
        expect(addMoney(...payments.map((one) => one.amount))).toBe(total);
        expect(payments.every((one) => one.amount > 0)).toBe(true);
        const paidBy = (way: string) => payments.filter((one) => one.payWay === way).map((one) => one.amount);
        for (const [way, part] of [
          [FUND_WAY, who.fundPay],
          [ACCOUNT_WAY, who.accountPay],
          [HOSPITAL_WAY, who.hospitalPay],
        ] as const) {
          expect(paidBy(way)).toEqual(part === 0 ? [] : [part]);
        }
        const back = payments.map((one) => refundPayment(one.amount));
        expect(addMoney(fen(0), ...payments.map((one) => one.amount), ...back.map((one) => one.amount))).toBe(0);
        expect(back.every((one) => one.change === 0)).toBe(true);
      }),
    );
  });

  it('a cent too much or too little anywhere, or a part below zero, is refused', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom('fundPay', 'accountPay', 'hospitalPay', 'selfPay'), fc.constantFrom(-1, 1), (who, one, by) => {
        const total = addMoney(who.fundPay, who.accountPay, who.hospitalPay, who.selfPay);
        const wrong = { ...who, [one]: fen(who[one as keyof typeof who] + by) };
        expect(() => assertParts(total, wrong)).toThrow('charging.insurer-sum');
        const below = { ...who, [one]: fen(-1) };
        expect(() => assertParts(addMoney(below.fundPay, below.accountPay, below.hospitalPay, below.selfPay), below)).toThrow('charging.insurer-sum');
      }),
    );
  });

  it('what the hospital bears is written by a settlement too: nobody refunds it by hand', () => {
    expect(settledByInsurer([{ payWay: HOSPITAL_WAY }])).toBe(true);
    expect(settledByInsurer([{ payWay: 'cash' }])).toBe(false);
  });
});
