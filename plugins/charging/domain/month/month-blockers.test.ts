import { fen, isAppError, lineTotal, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import type { MonthPrescription } from './month-account.ts';
import { assertUnblocked, type BlockerOptions, monthBlockers } from './month-blockers.ts';

const price = 385_000 as UnitPrice;
const quantity = 20_000 as Quantity;
const line = { detailId: 'd1', drugName: '骨化三醇', drugType: '西药', medicalInsCode: 'XSIM1', price, quantity, subTotal: lineTotal(price, quantity) };
const rx = (over: Partial<MonthPrescription> = {}): MonthPrescription => ({
  dpId: 'rx1',
  dpNumber: 'CF1',
  day: '2026-03-02',
  reimWay: '310',
  payStatus: 6,
  rxStatus: 4,
  hasStockLines: true,
  totalPrice: line.subTotal,
  lines: [line],
  ...over,
});
const options: BlockerOptions = { takeIn: false, priceChanges: new Map(), insuredBySelfPay: false };
const kinds = (one: MonthPrescription, more: Partial<BlockerOptions> = {}) =>
  monthBlockers([one], { ...options, ...more }).map(({ kind, level }) => `${kind}:${level}`);

describe('what stands in the way of a month', () => {
  it.each<[string, Partial<MonthPrescription>, string[]]>([
    ['dispensed and on the account', {}, []],
    ['not confirmed', { payStatus: 9, rxStatus: 0 }, ['unconfirmed:block']],
    ['refused by the pharmacist', { payStatus: 0, rxStatus: 8 }, ['refused:block']],
    ['an answer of the insurer is missing', { payStatus: 3 }, ['pending:block']],
    ['still at the desk', { payStatus: 0 }, ['waiting:block']],
    ['not handed out', { rxStatus: 2 }, ['notDispensed:block']],
    ['partly handed out', { rxStatus: 5 }, ['partlyDispensed:block']],
    ['no drugs on it', { rxStatus: 1, hasStockLines: false }, []],
    ['drugs came back', { rxStatus: 7 }, ['returned:warn']],
    ['total is not the sum', { totalPrice: fen(1) }, ['sumWrong:block']],
    ['a line is not price times quantity', { lines: [{ ...line, subTotal: fen(7_701) }], totalPrice: fen(7_701) }, ['sumWrong:block']],
    ['no insurance code', { lines: [{ ...line, medicalInsCode: '' }] }, ['unmapped:warn']],
    ['no insurance code and nobody insured', { reimWay: '0', lines: [{ ...line, medicalInsCode: '' }] }, []],
    ['charged already', { payStatus: 1, totalPrice: fen(1) }, []],
  ])('%s', (_, over, expected) => {
    expect(kinds(rx(over))).toEqual(expected);
  });

  it('a changed price blocks while the doctor can still correct it, and is pointed at afterwards', () => {
    const priceChanges = new Map([['rx1', [{ detailId: 'd1', drugName: '骨化三醇', was: price, now: 400_000 as UnitPrice }]]]);
    expect(kinds(rx({ rxStatus: 1 }), { priceChanges })).toEqual(['notDispensed:block', 'priceChanged:block']);
    expect(kinds(rx(), { priceChanges })).toEqual(['priceChanged:warn']);
    expect(kinds(rx({ rxStatus: 1, hasStockLines: false }), { priceChanges })).toEqual(['priceChanged:warn']);
  });

  it('what waits at the desk is no obstacle when it is taken in, and an insured person paying alone is pointed at', () => {
    expect(kinds(rx({ payStatus: 0 }), { takeIn: true })).toEqual(['waiting:warn']);
    expect(kinds(rx(), { insuredBySelfPay: true })).toEqual(['insured:warn']);
    expect(kinds(rx({ payStatus: 1 }), { insuredBySelfPay: true })).toEqual([]);
  });

  it('the refusal names the first prescription and how many there are', () => {
    const blockers = monthBlockers([rx({ payStatus: 9, rxStatus: 0, dpNumber: 'CF7' }), rx({ rxStatus: 2 })], options);
    try {
      assertUnblocked(blockers);
      expect.unreachable();
    } catch (error) {
      expect(isAppError(error) && [error.key, error.params]).toEqual(['charging.month-blocked-unconfirmed', { dpNumber: 'CF7', name: '', count: 2 }]);
    }
    assertUnblocked(monthBlockers([rx({ rxStatus: 7 })], options));
  });
});
