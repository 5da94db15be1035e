import { addMoney, AppError, type Money, ZERO } from '@nephra/plugin-sdk/contract';
import type { SettledPayment } from './payment-split.ts';

/** Who pays an insured bill. */
export interface InsuredParts {
  readonly fundPay: Money;
  readonly accountPay: Money;
  /** Left to the patient. */
  readonly selfPay: Money;
}

/** Ways that only an insurer's settlement pays by; never on offer at the desk, and never money in the drawer. */
export const FUND_WAY = 'insurance-fund';
export const ACCOUNT_WAY = 'insurance-account';
export const INSURER_WAYS: readonly string[] = [FUND_WAY, ACCOUNT_WAY];

export const paidByInsurer = (payments: readonly { readonly payWay: string }[]): boolean => payments.some((one) => INSURER_WAYS.includes(one.payWay));

/** @throws AppError `charging.insurer-sum` unless the parts are zero or more and add up to the total. */
export function assertParts(total: Money, { fundPay, accountPay, selfPay }: InsuredParts): void {
  if (fundPay < 0 || accountPay < 0 || selfPay < 0 || addMoney(fundPay, accountPay, selfPay) !== total) throw new AppError('charging.insurer-sum');
}

const byInsurer = (payWay: string, amount: Money, reference: string): SettledPayment[] =>
  amount === ZERO ? [] : [{ payWay, amount, tendered: amount, change: ZERO, reference }];

/** Payments of an insured bill: fund and account under the insurer's number, then what the patient paid. */
export const insuredPayments = (parts: InsuredParts, reference: string, own: readonly SettledPayment[]): SettledPayment[] => [
  ...byInsurer(FUND_WAY, parts.fundPay, reference),
  ...byInsurer(ACCOUNT_WAY, parts.accountPay, reference),
  ...own,
];
