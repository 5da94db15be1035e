import { addMoney, type Money, moneyFromText, moneyFromWire, moneyToText, moneyToWire, ZERO, type AnswerNode as Node } from '@nephra/plugin-sdk/contract';
import type { SettlementAmounts } from '../../contract/index.ts';
import { fieldOf, listOf, nodeOf } from '../exchange/field-names.ts';

const NAMES = [
  'medfee_sumamt',
  'fulamt_ownpay_amt',
  'overlmt_selfpay',
  'preselfpay_amt',
  'inscp_scp_amt',
  'act_pay_dedc',
  'hifp_pay',
  'cvlserv_pay',
  'hifes_pay',
  'hifmi_pay',
  'hifob_pay',
  'maf_pay',
  'oth_pay',
  'fund_pay_sumamt',
  'psn_part_amt',
  'acct_pay',
  'acct_mulaid_pay',
  'psn_cash_pay',
  'hosp_part_amt',
  'balc',
] as const satisfies readonly (keyof SettlementAmounts)[];

/** Amounts without which nothing can be booked. */
const NEEDED: readonly (keyof SettlementAmounts)[] = ['medfee_sumamt', 'fund_pay_sumamt', 'psn_part_amt', 'acct_pay', 'psn_cash_pay'];

/** Number or decimal text; undefined for anything else. */
function amountOf(value: unknown): Money | undefined {
  try {
    if (typeof value === 'number') return moneyFromWire(value);
    if (typeof value === 'string') return moneyFromText(value);
  } catch {
    return undefined;
  }
  return undefined;
}

export interface ReadAmounts {
  readonly amounts: SettlementAmounts;
  readonly setlId: string;
  readonly setlTime: string;
  readonly clrType: string;
  readonly clrOptins: string;
  readonly funds: readonly { fund_pay_type: string; fund_pay_type_name: string; fund_payamt: number }[];
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** The money of a settlement as 2206, 2207, 2208 and 5203 tell it; undefined when an amount that everything rests on is missing or no number. */
export function readAmounts(output: Node): ReadAmounts | undefined {
  const info = nodeOf(output, 'setlinfo');
  const amounts: Record<string, number> = {};
  for (const name of NAMES) {
    const raw = fieldOf(info, name);
    const amount = raw === undefined ? undefined : amountOf(raw);
    if (amount === undefined && (raw !== undefined || NEEDED.includes(name))) return undefined;
    amounts[name] = moneyToWire(amount ?? ZERO);
  }
  const share = Number(text(info.pool_prop_selfpay) || 0);
  return {
    amounts: { ...(amounts as Omit<SettlementAmounts, 'pool_prop_selfpay'>), pool_prop_selfpay: Number.isFinite(share) ? share : 0 },
    setlId: text(info.setl_id),
    setlTime: text(info.setl_time),
    clrType: text(info.clr_type),
    clrOptins: text(info.clr_optins),
    funds: listOf(output, 'setldetail').map((row) => ({
      fund_pay_type: text(row.fund_pay_type),
      fund_pay_type_name: text(row.fund_pay_type_name),
      fund_payamt: moneyToWire(amountOf(row.fund_payamt) ?? ZERO),
    })),
  };
}

/** The platform's `setl_time`; undefined when it gave none that can be read. */
export function settledAt(setlTime: string): Date | undefined {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d):?(\d\d)/.exec(setlTime)?.slice(1);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

export const twoDecimals = (amount: number): string => moneyToText(moneyFromWire(amount));

export type IdentityFault = 'total' | 'whole' | 'person' | 'funds' | 'family' | 'parts' | 'negative';

/**
 * What does not add up; undefined when everything does. medfee = what we sent; medfee = fund + person + hospital; person = account + cash;
 * fund = sum of the funds (newer ones among `funds`); family accounts lie within the account; medfee = the four parts.
 */
export function identityFault(amounts: SettlementAmounts, total: Money, funds: ReadAmounts['funds']): IdentityFault | undefined {
  const of = (name: keyof SettlementAmounts): Money => moneyFromWire(amounts[name]);
  if (NAMES.some((name) => name !== 'balc' && of(name) < 0)) return 'negative';
  if (of('medfee_sumamt') !== total) return 'total';
  if (addMoney(of('fund_pay_sumamt'), of('psn_part_amt'), of('hosp_part_amt')) !== total) return 'whole';
  if (addMoney(of('acct_pay'), of('psn_cash_pay')) !== of('psn_part_amt')) return 'person';
  if (of('acct_mulaid_pay') > of('acct_pay')) return 'family';
  const known = addMoney(of('hifp_pay'), of('cvlserv_pay'), of('hifes_pay'), of('hifmi_pay'), of('hifob_pay'), of('maf_pay'), of('oth_pay'));
  // A fund newer than this list has no name here, but a row in the detail.
  const listed = addMoney(ZERO, ...funds.map((fund) => moneyFromWire(fund.fund_payamt)));
  if (known !== of('fund_pay_sumamt') && listed !== of('fund_pay_sumamt')) return 'funds';
  if (addMoney(of('fulamt_ownpay_amt'), of('overlmt_selfpay'), of('preselfpay_amt'), of('inscp_scp_amt')) !== total) return 'parts';
  return undefined;
}

/** Amounts by which a settlement is booked, and which a cashier accepted. */
const BOOKED = ['medfee_sumamt', 'fund_pay_sumamt', 'acct_pay', 'psn_cash_pay', 'hosp_part_amt'] as const;

export const sameAmounts = (one: SettlementAmounts, other: SettlementAmounts): boolean =>
  BOOKED.every((name) => moneyFromWire(one[name]) === moneyFromWire(other[name]));

/** A cancellation names the amounts of what it cancels, with or without a minus. */
export const sameSize = (one: SettlementAmounts, other: SettlementAmounts): boolean =>
  BOOKED.every((name) => Math.abs(moneyFromWire(one[name])) === Math.abs(moneyFromWire(other[name])));
