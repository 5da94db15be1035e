import { fen } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import type { PayWay } from '../../../../../charging/contract/index.ts';
import { OwnPaymentStore } from './own-payment.store.ts';

const way = (payWay: string, payWayName: string, more: Partial<PayWay> = {}): PayWay => ({
  payWay,
  payWayName,
  kind: 'cash',
  givesChange: false,
  needsReference: false,
  sortCode: 0,
  amount: 0,
  ...more,
});
const WAYS = [way('cash', '现金', { givesChange: true }), way('card', '银行卡', { needsReference: true }), way('wechat', '微信')];
const paying = () => new OwnPaymentStore(fen(7_400), WAYS);

describe("[7.3] patient's own part", () => {
  it('shows no change of cash that the patient does not pay any more', () => {
    const payment = paying();
    payment.set('cash', { tendered: fen(10_000) });
    expect([payment.change, payment.problem]).toEqual([2_600, null]);
    payment.set('cash', { amount: null });
    payment.payRestBy('wechat');
    expect([payment.change, payment.problem]).toEqual([0, null]);
    expect(payment.toWire()).toEqual([{ payWay: 'wechat', amount: 74 }]);
  });

  it('says what is missing or too much before anything else, then what is wrong with a row', () => {
    const payment = paying();
    payment.set('card', { amount: fen(100) });
    expect(payment.problem).toEqual({ key: 'over', params: { amount: '1.00' } });
    payment.set('cash', { amount: fen(7_200) });
    expect(payment.problem).toEqual({ key: 'short', params: { amount: '1.00' } });
    payment.payRestBy('cash');
    expect(payment.problem).toEqual({ key: 'referenceMissing', params: { way: '银行卡' } });
    payment.set('card', { reference: '6222' });
    payment.set('cash', { tendered: fen(7_000) });
    expect(payment.problem).toEqual({ key: 'tenderedShort', params: { way: '现金' } });
    payment.set('cash', { tendered: null });
    expect(payment.problem).toBe(null);
  });

  it('takes no negative amount that only makes the sum come right', () => {
    const payment = paying();
    payment.set('cash', { amount: fen(7_500) });
    payment.set('wechat', { amount: fen(-100) });
    expect([payment.open, payment.problem]).toEqual([0, { key: 'negative', params: { way: '微信' } }]);
  });
});
