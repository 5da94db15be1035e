import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineSplit } from '../model.ts';
import { QUOTA_FEN, type SettlementFacts, settle } from './settlement-rule.ts';

const splitOf = (fulamtFen: number, overlmtFen: number, preselfFen: number, inscpFen: number): LineSplit => ({
  fulamtFen,
  overlmtFen,
  preselfFen,
  inscpFen,
  capMicro: 0,
  sharePpm: 0,
  grade: '甲',
  limited: false,
  chargeType: '09',
  memo: '',
});
const lineOf = (parts: readonly [number, number, number, number]) => ({ sumFen: parts[0] + parts[1] + parts[2] + parts[3], split: splitOf(...parts) });
const fen = fc.nat(3_000_000);

const facts: fc.Arbitrary<SettlementFacts> = fc.record({
  lines: fc.array(fc.tuple(fen, fen, fen, fen).map(lineOf), { minLength: 1, maxLength: 12 }),
  insutype: fc.constantFrom('310', '390'),
  psnType: fc.constantFrom('11', '12', '15', '16'),
  medType: fc.constantFrom('11', '14', '13'),
  fixedQuota: fc.boolean(),
  useAccount: fc.boolean(),
  civilServant: fc.boolean(),
  inNeed: fc.boolean(),
  ownAccountFen: fc.nat(800_000),
  familyAccountFen: fc.nat(300_000),
  used: fc.record({ deductibleFen: fc.nat(80_000), poolFen: fc.nat(40_000_000), selfFen: fc.nat(4_000_000) }),
});

test('total = funds + person + hospital, person = account + cash, funds = sum of the funds; to the fen', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { amounts, growth } = settle(given);
      const sum = given.lines.reduce((total, line) => total + line.sumFen, 0);
      expect(amounts.medfee_sumamt).toBe(sum);
      expect(amounts.fund_pay_sumamt + amounts.psn_part_amt + amounts.hosp_part_amt).toBe(sum);
      expect(amounts.acct_pay + amounts.psn_cash_pay).toBe(amounts.psn_part_amt);
      expect(amounts.hifp_pay + amounts.cvlserv_pay + amounts.hifes_pay + amounts.hifmi_pay + amounts.hifob_pay + amounts.maf_pay + amounts.oth_pay).toBe(
        amounts.fund_pay_sumamt,
      );
      expect(amounts.fulamt_ownpay_amt + amounts.overlmt_selfpay + amounts.preselfpay_amt + amounts.inscp_scp_amt).toBe(sum);
      for (const part of [...Object.values(amounts), ...Object.values(growth)]) {
        expect(Number.isSafeInteger(part)).toBe(true);
        expect(part).toBeGreaterThanOrEqual(0);
      }
      expect(amounts.acct_mulaid_pay).toBeLessThanOrEqual(amounts.acct_pay);
      expect(amounts.acct_pay - amounts.acct_mulaid_pay).toBeLessThanOrEqual(given.ownAccountFen);
      if (!given.useAccount) expect(amounts.acct_pay).toBe(0);
    }),
  );
});

const session: SettlementFacts = {
  lines: [lineOf([0, 0, 0, 100_000])],
  insutype: '310',
  psnType: '11',
  medType: '11',
  fixedQuota: false,
  useAccount: false,
  civilServant: false,
  inNeed: false,
  ownAccountFen: 0,
  familyAccountFen: 0,
  used: { deductibleFen: 0, poolFen: 0, selfFen: 0 },
};

test('the deductible is paid once in a year', () => {
  expect(settle(session).amounts).toMatchObject({ act_pay_dedc: 60_000, hifp_pay: 24_000 });
  expect(settle({ ...session, used: { deductibleFen: 60_000, poolFen: 0, selfFen: 0 } }).amounts).toMatchObject({ act_pay_dedc: 0, hifp_pay: 60_000 });
});

test('above the year’s cap the pool pays nothing, the large-amount fund of employees does', () => {
  expect(settle({ ...session, used: { deductibleFen: 60_000, poolFen: 500_000, selfFen: 0 } }).amounts).toMatchObject({ hifp_pay: 0, hifob_pay: 48_000 });
});

test('a fixed quota leaves the rest to the hospital', () => {
  const { amounts } = settle({ ...session, medType: '14', fixedQuota: true });
  expect(amounts).toMatchObject({ hosp_part_amt: 100_000 - QUOTA_FEN, hifp_pay: 51_000, psn_part_amt: 9_000 });
});

test('civil servants, people in need and family accounts', () => {
  const { amounts } = settle({ ...session, medType: '14', civilServant: true, inNeed: true, useAccount: true, ownAccountFen: 1_000, familyAccountFen: 1_000 });
  expect(amounts).toMatchObject({ cvlserv_pay: 7_500, maf_pay: 3_750, acct_pay: 2_000, acct_mulaid_pay: 1_000, psn_cash_pay: 1_750 });
});

test('major illness pays a part of what residents have paid themselves above the line', () => {
  const resident = { ...session, insutype: '390', medType: '14', used: { deductibleFen: 0, poolFen: 0, selfFen: 1_490_000 } };
  expect(settle(resident).amounts).toMatchObject({ hifp_pay: 70_000, hifmi_pay: 12_000, psn_part_amt: 18_000 });
});
