import type { Accumulators, Amounts, LineSplit } from '../model.ts';
import { shareOf, sumOf } from '../money.ts';

/** What the rule needs to know besides the lines. */
export interface SettlementFacts {
  readonly lines: readonly { readonly sumFen: number; readonly split: LineSplit }[];
  readonly insutype: string;
  readonly psnType: string;
  readonly medType: string;
  /** psn_setlway 02: above a fixed quota the hospital bears what is in scope. */
  readonly fixedQuota: boolean;
  readonly useAccount: boolean;
  readonly civilServant: boolean;
  readonly inNeed: boolean;
  readonly ownAccountFen: number;
  readonly familyAccountFen: number;
  readonly used: Accumulators;
}

export interface SettlementResult {
  readonly amounts: Amounts;
  /** Share that the pool pays, millionths. */
  readonly poolPpm: number;
  /** What the accumulators grow by. */
  readonly growth: Accumulators;
}

const CHRONIC = '14';
const RETIRED = '12';
export const QUOTA_FEN = 60_000;
const MAJOR_ILLNESS_FROM_FEN = 1_500_000;
const MAJOR_ILLNESS_PPM = 600_000;
const LARGE_AMOUNT_PPM = 800_000;
const CIVIL_SERVANT_PPM = 500_000;
const AID_PPM = 500_000;

interface PoolTerms {
  readonly deductibleFen: number;
  readonly ppm: number;
  readonly yearCapFen: number;
}

/** Invented terms of the shape that provinces publish: chronic outpatients have no deductible and a high cap. */
export function poolTerms(insutype: string, medType: string, psnType: string): PoolTerms {
  const employee = insutype !== '390';
  if (medType === CHRONIC) {
    return employee
      ? { deductibleFen: 0, ppm: psnType === RETIRED ? 900_000 : 850_000, yearCapFen: 30_000_000 }
      : { deductibleFen: 0, ppm: 700_000, yearCapFen: 15_000_000 };
  }
  return employee
    ? { deductibleFen: 60_000, ppm: psnType === RETIRED ? 650_000 : 600_000, yearCapFen: 500_000 }
    : { deductibleFen: 20_000, ppm: 500_000, yearCapFen: 80_000 };
}

/** Part of `fen` that lies above `from`, when `before` has been reached already. */
const partAbove = (fen: number, before: number, from: number) => Math.max(0, fen - Math.max(0, from - before));

/**
 * One settlement. Always, to the fen: total = funds + person + hospital; person = account + cash; funds = sum of the funds (his-domain 4.5).
 */
export function settle(facts: SettlementFacts): SettlementResult {
  const medfee = sumOf(facts.lines, ({ sumFen }) => sumFen);
  const inscp = sumOf(facts.lines, ({ split }) => split.inscpFen);
  const hosp = facts.fixedQuota ? Math.max(0, inscp - QUOTA_FEN) : 0;
  const terms = poolTerms(facts.insutype, facts.medType, facts.psnType);
  const deductible = Math.min(inscp - hosp, Math.max(0, terms.deductibleFen - facts.used.deductibleFen));
  const base = inscp - hosp - deductible;
  const wanted = shareOf(base, terms.ppm);
  const hifp = Math.min(wanted, Math.max(0, terms.yearCapFen - facts.used.poolFen));
  const employee = facts.insutype !== '390';
  const hifob = employee ? shareOf(wanted - hifp, LARGE_AMOUNT_PPM) : 0;
  let own = base - hifp - hifob;
  const cvlserv = facts.civilServant ? shareOf(own, CIVIL_SERVANT_PPM) : 0;
  own -= cvlserv;
  const hifmi = employee ? 0 : shareOf(partAbove(own, facts.used.selfFen + deductible, MAJOR_ILLNESS_FROM_FEN), MAJOR_ILLNESS_PPM);
  own -= hifmi;
  const maf = facts.inNeed ? shareOf(own, AID_PPM) : 0;
  const fund = hifp + hifob + cvlserv + hifmi + maf;
  const person = medfee - fund - hosp;
  const fromOwn = facts.useAccount ? Math.min(person, facts.ownAccountFen) : 0;
  const fromFamily = facts.useAccount ? Math.min(person - fromOwn, facts.familyAccountFen) : 0;
  return {
    poolPpm: terms.ppm,
    growth: { deductibleFen: deductible, poolFen: hifp, selfFen: deductible + own - maf },
    amounts: {
      medfee_sumamt: medfee,
      fulamt_ownpay_amt: sumOf(facts.lines, ({ split }) => split.fulamtFen),
      overlmt_selfpay: sumOf(facts.lines, ({ split }) => split.overlmtFen),
      preselfpay_amt: sumOf(facts.lines, ({ split }) => split.preselfFen),
      inscp_scp_amt: inscp,
      act_pay_dedc: deductible,
      hifp_pay: hifp,
      cvlserv_pay: cvlserv,
      hifes_pay: 0,
      hifmi_pay: hifmi,
      hifob_pay: hifob,
      maf_pay: maf,
      oth_pay: 0,
      fund_pay_sumamt: fund,
      psn_part_amt: person,
      acct_pay: fromOwn + fromFamily,
      acct_mulaid_pay: fromFamily,
      psn_cash_pay: person - fromOwn - fromFamily,
      hosp_part_amt: hosp,
    },
  };
}
