import { AppError, EnvelopeCode, type Money, moneyToText, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';

/** What a closing freezes. */
export interface ShiftFigures {
  readonly billCount: number;
  readonly cashExpected: Money;
}

/** Counted less expected: over when positive, missing when negative. */
export const shiftDifference = (counted: Money, expected: Money): Money => subtractMoney(counted, expected);

/**
 * Whether a shift may be closed as counted.
 * @param seen what stood on the cashier's screen
 * @returns why the count differs; empty when it does not.
 * @throws AppError `charging.shift-empty`, `charging.shift-moved` (409) when a bill came in or went since, `charging.shift-reason-missing`.
 */
export function assertClosable(now: ShiftFigures, seen: ShiftFigures, counted: Money, reasonTyped: string): string {
  if (now.billCount === 0) throw new AppError('charging.shift-empty');
  if (now.billCount !== seen.billCount || now.cashExpected !== seen.cashExpected) throw new AppError('charging.shift-moved', { code: EnvelopeCode.Conflict });
  const difference = shiftDifference(counted, now.cashExpected);
  if (difference === ZERO) return '';
  const reason = reasonTyped.trim();
  if (reason === '') throw new AppError('charging.shift-reason-missing', { params: { difference: moneyToText(difference) } });
  return reason;
}
