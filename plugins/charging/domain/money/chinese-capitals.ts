import { AppError, type Money, moneyInCapitals } from '@nephra/plugin-sdk/contract';

/** Spec 5 and 9: at most 12 digits before the decimal point. */
export const CAPITALS_MAX_INTEGER_DIGITS = 12;

export type CapitalsScript = 'simplified' | 'traditional';

/**
 * Amount in the capitals that receipts carry: 壹佰零伍元贰角整; for traditional readers 壹佰零伍圓貳角整.
 * @throws AppError `charging.amount-too-large` above 12 integer digits (spec 5).
 */
export function chineseCapitals(amount: Money, script: CapitalsScript = 'simplified'): string {
  if (Math.abs(amount) >= 10 ** (CAPITALS_MAX_INTEGER_DIGITS + 2))
    throw new AppError('charging.amount-too-large', { params: { digits: CAPITALS_MAX_INTEGER_DIGITS } });
  return moneyInCapitals(amount, script);
}
