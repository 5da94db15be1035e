import { addMoney, fen, moneyToWire } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdentityFault, identityFault, type ReadAmounts, readAmounts, settledAt } from './settle-amounts.ts';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';

const amount = fc.integer({ min: 0, max: 9_999_999 }).map(fen);

/** A settlement whose amounts add up in every way. */
const settlement = fc
  .record({
    funds: fc.tuple(amount, amount, amount, amount, amount, amount, amount),
    account: amount,
    cash: amount,
    hospital: fc.oneof(fc.constant(fen(0)), amount),
    cuts: fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)),
  })
  .map(({ funds, account, cash, hospital, cuts }) => {
    const fund = addMoney(...funds);
    const person = addMoney(account, cash);
    const total = addMoney(fund, person, hospital);
    // Four parts of the whole by three cuts.
    const [first = 0, second = 0, third = 0] = cuts.map((cut) => Math.floor((total * cut) / 1000)).sort((a, b) => a - b);
    const parts = [first, second - first, third - second, total - third].map((part) => moneyToWire(fen(part)));
    const [hifp, cvlserv, hifes, hifmi, hifob, maf, oth] = funds.map(moneyToWire);
    return {
      total,
      setlinfo: {
        setl_id: 'SIM-SETL-1',
        medfee_sumamt: moneyToWire(total),
        fulamt_ownpay_amt: parts[0],
        overlmt_selfpay: parts[1],
        preselfpay_amt: parts[2],
        inscp_scp_amt: parts[3],
        hifp_pay: hifp,
        cvlserv_pay: cvlserv,
        hifes_pay: hifes,
        hifmi_pay: hifmi,
        hifob_pay: hifob,
        maf_pay: maf,
        oth_pay: oth,
        fund_pay_sumamt: moneyToWire(fund),
        psn_part_amt: moneyToWire(person),
        acct_pay: moneyToWire(account),
        acct_mulaid_pay: 0,
        psn_cash_pay: moneyToWire(cash),
        hosp_part_amt: moneyToWire(hospital),
        balc: 0,
      } as Record<string, unknown>,
    };
  });

const read = (setlinfo: unknown): ReadAmounts => {
  const amounts = readAmounts({ setlinfo });
  if (!amounts) throw new Error('not readable');
  return amounts;
};
const faultOf = (setlinfo: unknown, total: number): IdentityFault | undefined => {
  const { amounts, funds } = read(setlinfo);
  return identityFault(amounts, fen(total), funds);
};
const more = (value: unknown, by = 1): number => Math.round((Number(value) + by) * 100) / 100;

describe('amounts of a settlement', () => {
  it('that add up have no fault, whatever names and kinds they come with', () => {
    fc.assert(
      fc.property(settlement, ({ setlinfo, total }) => {
        const { psn_cash_pay, psn_part_amt, overlmt_selfpay, ...rest } = setlinfo;
        const drifted = { ...rest, pdn_cash_pay: String(psn_cash_pay), psn_pay: psn_part_amt, overlmt_amt: overlmt_selfpay };
        expect(faultOf(setlinfo, total)).toBeUndefined();
        expect(read(drifted)).toEqual(read(setlinfo));
        for (const sent of [[setlinfo], JSON.stringify(setlinfo)]) expect(read(sent)).toEqual(read(setlinfo));
        expect(readAmounts({ data: { setlinfo } })).toEqual(read(setlinfo));
      }),
    );
  });

  it('each broken identity is named', () => {
    fc.assert(
      fc.property(settlement, ({ setlinfo, total }) => {
        const changed = (change: Record<string, unknown>) => faultOf({ ...setlinfo, ...change }, total);
        expect(faultOf(setlinfo, total + 1)).toBe('total');
        expect(changed({ medfee_sumamt: more(setlinfo.medfee_sumamt) })).toBe('total');
        expect(changed({ fund_pay_sumamt: more(setlinfo.fund_pay_sumamt) })).toBe('whole');
        expect(changed({ hosp_part_amt: more(setlinfo.hosp_part_amt) })).toBe('whole');
        expect(changed({ psn_cash_pay: more(setlinfo.psn_cash_pay) })).toBe('person');
        expect(changed({ hifp_pay: more(setlinfo.hifp_pay) })).toBe('funds');
        expect(changed({ acct_mulaid_pay: more(setlinfo.acct_pay) })).toBe('family');
        expect(changed({ inscp_scp_amt: more(setlinfo.inscp_scp_amt) })).toBe('parts');
        expect(changed({ hifp_pay: -1 })).toBe('negative');
        expect(changed({ fund_pay_sumamt: more(setlinfo.fund_pay_sumamt, Number(setlinfo.hosp_part_amt) + 1), hosp_part_amt: -1 })).toBe('negative');
      }),
    );
  });

  it.each(['medfee_sumamt', 'fund_pay_sumamt', 'psn_part_amt', 'acct_pay', 'psn_cash_pay'])('without %s nothing can be booked', (name) => {
    fc.assert(
      fc.property(settlement, fc.constantFrom(undefined, null, '', 'many', {}), ({ setlinfo }, nothing) => {
        expect(readAmounts({ setlinfo: { ...setlinfo, [name]: nothing } })).toBeUndefined();
      }),
      { numRuns: propertyCases(20) },
    );
  });

  it('a fund newer than the list counts by its row in the detail', () => {
    const setlinfo = {
      medfee_sumamt: 10,
      fulamt_ownpay_amt: 0,
      inscp_scp_amt: 10,
      fund_pay_sumamt: 10,
      psn_part_amt: 0,
      acct_pay: 0,
      psn_cash_pay: 0,
      hifdm_pay: 4,
      hifp_pay: 6,
    };
    const { amounts, funds } = readAmounts({ setlinfo, setldetail: [{ fund_payamt: 6 }, { fund_payamt: 4 }] }) ?? read({});
    expect(identityFault(amounts, fen(1000), funds)).toBeUndefined();
    expect(identityFault(amounts, fen(1000), [])).toBe('funds');
  });
});

describe('the platform’s moment of a settlement', () => {
  it.each([
    ['2026-03-01 23:59:58', '2026-03-01T15:59:58.000Z'],
    ['20260302000001', '2026-03-01T16:00:01.000Z'],
    ['', undefined],
    ['yesterday', undefined],
  ])('%s', (said, instant) => {
    expect(settledAt(said)?.toISOString()).toBe(instant);
  });
});
