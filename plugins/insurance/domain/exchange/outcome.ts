import { MONEY_TRANSACTIONS, type RegionRules, type TransportReading } from '@nephra/plugin-sdk/contract';
import { nodeOf, textOf } from './field-names.ts';
import { nationalInfno } from './national-infno.ts';

/** What an answer means. `refused`: surely nothing happened. `unknown`: nobody can say. */
export type Verdict =
  | { readonly kind: 'success'; readonly output: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  | { readonly kind: 'unknown'; readonly code: string; readonly reason: string };

const isMoney = (infno: string): boolean => (MONEY_TRANSACTIONS as readonly string[]).includes(nationalInfno(infno));

/** Reads an answer strictly: success of a transaction that moves money names its settlement, and whatever is neither success nor refusal is unknown. */
export function verdictOf(infno: string, reading: TransportReading, rules: Pick<RegionRules, 'unknownWords'>): Verdict {
  if (reading.kind === 'broken') return { kind: 'unknown', code: 'broken', reason: reading.reason };
  if (reading.kind === 'gateway') {
    // Only what surely was not forwarded is a refusal: a gateway can also fail afterwards.
    return { kind: reading.forwarded ? 'unknown' : 'refused', code: reading.errcode, reason: reading.errmsg };
  }
  const { infcode, err_msg: reason, output } = reading.answer;
  if (infcode === '0') {
    if (isMoney(infno) && textOf(nodeOf(output, 'setlinfo'), 'setl_id') === '') return { kind: 'unknown', code: '0', reason: reason || 'setl_id' };
    return { kind: 'success', output };
  }
  // A refusal says why; and a text about the platform's own trouble says nothing about the case.
  const isBusiness = infcode === '-1' && reason.trim() !== '' && !rules.unknownWords.some((word) => word !== '' && reason.includes(word));
  return { kind: isBusiness ? 'refused' : 'unknown', code: infcode, reason };
}

/** The platform does not know our sign-in (any more): sign in anew and send once more. */
export const isNotSignedIn = (verdict: Verdict): boolean =>
  verdict.kind === 'refused' && verdict.code === '-1' && /未签到|未签入|重新签到|签到[^,，。]{0,8}(失效|过期|无效|不存在)/.test(verdict.reason);
