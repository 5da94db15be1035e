import { fen, type Money } from './money.ts';

/** amount × scale ÷ by, half up, without a fraction in between; `by` is above zero. */
function divided(amount: number, scale: number, by: number): number {
  const [twice, divisor] = [BigInt(amount) * BigInt(scale) * 2n, BigInt(by) * 2n];
  const sum = twice + BigInt(by);
  const floor = sum / divisor - (sum % divisor < 0n ? 1n : 0n);
  return Number(floor) + 0;
}

/** Average of `count` amounts that come to `sum`, to whole fen; undefined where there is none. */
export const averageMoney = (sum: Money, count: number): Money | undefined => (count > 0 ? fen(divided(sum, 1, count)) : undefined);

/** Percent with one decimal: 12.5 is twelve and a half. Zero of a whole that is not above zero. */
export const percentOf = (part: Money, whole: Money): number => (whole > 0 ? divided(part, 1000, whole) / 10 : 0);
