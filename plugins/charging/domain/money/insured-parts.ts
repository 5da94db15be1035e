import { addMoney, AppError, type Money, ZERO } from '@nephra/plugin-sdk/contract';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';

/** Who pays an insured bill. */
export interface InsuredParts {
  readonly fundPay: Money;
  readonly accountPay: Money;
  /** Borne by the hospital itself, above a quota or a price cap: nobody pays it. */
  readonly hospitalPay: Money;
  /** Left to the patient. */
  readonly selfPay: Money;
}

/** Ways that only an insurer's settlement writes; never on offer at the desk, and never money in the drawer. */
export const FUND_WAY = 'insurance-fund';
export const ACCOUNT_WAY = 'insurance-account';
/** The facility's own cost; not the insurer's money either. */
export const HOSPITAL_WAY = 'insurance-hospital';
const SETTLEMENT_WAYS: readonly string[] = [FUND_WAY, ACCOUNT_WAY, HOSPITAL_WAY];

/** Whether an insurer's settlement stands behind the payments. */
export const settledByInsurer = (payments: readonly { readonly payWay: string }[]): boolean => payments.some((one) => SETTLEMENT_WAYS.includes(one.payWay));

/** @throws AppError `charging.insurer-sum` unless the parts are zero or more and add up to the total. */
export function assertParts(total: Money, { fundPay, accountPay, hospitalPay, selfPay }: InsuredParts): void {
  const parts = [fundPay, accountPay, hospitalPay, selfPay];
  if (parts.some((part) => part < 0) || addMoney(...parts) !== total) throw new AppError('charging.insurer-sum');
}

const bySettlement = (payWay: string, amount: Money, reference: string): SettledPayment[] =>
  amount === ZERO ? [] : [{ payWay, amount, tendered: amount, change: ZERO, reference }];

/** Payments of an insured bill: fund, account and the hospital's own part under the insurer's number, then what the patient paid. */
export const insuredPayments = (parts: InsuredParts, reference: string, own: readonly SettledPayment[]): SettledPayment[] => [
  ...bySettlement(FUND_WAY, parts.fundPay, reference),
  ...bySettlement(ACCOUNT_WAY, parts.accountPay, reference),
  ...bySettlement(HOSPITAL_WAY, parts.hospitalPay, reference),
  ...own,
];
