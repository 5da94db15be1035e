import { type Quantity, quantityFromWire, type UnitPrice, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { MAX_PRICE } from './price-in-force.ts';

/**
 * How many prices change at once. `percent`: by so many per cent of each price, `amount`: by so many yuan, both signed;
 * `fixed`: all to the same price.
 */
export interface PriceRule {
  readonly mode: 'percent' | 'amount' | 'fixed';
  /** Per cent or yuan, at most 4 decimals. */
  readonly value: number;
  /** Decimals of the new price. */
  readonly decimals: 2 | 4;
}

/** `same`: nothing would change. `negative`, `too-large`: no price. */
export type AdjustmentFault = 'same' | 'negative' | 'too-large';
export interface AdjustedPrice {
  readonly after: UnitPrice;
  readonly fault?: AdjustmentFault;
}

const MILLION = 1_000_000n;
const LARGEST = BigInt(MAX_PRICE) * 10_000n;

/** Nearest multiple of `unit`, half up away from zero. */
function rounded(numerator: bigint, denominator: bigint, unit: bigint): bigint {
  const negative = numerator < 0n;
  const step = denominator * unit;
  const steps = ((negative ? -numerator : numerator) * 2n + step) / (step * 2n);
  return (negative ? -steps : steps) * unit;
}

/** The new price of one entry, exactly: no float touches it. @throws RangeError when the rule's value is no number. */
export function adjustPrice(before: UnitPrice, rule: PriceRule): AdjustedPrice {
  const unit = rule.decimals === 2 ? 100n : 1n;
  const raw = (): bigint => {
    if (rule.mode === 'percent') {
      const share: Quantity = quantityFromWire(rule.value); // 1/10,000 of a per cent
      return rounded(BigInt(before) * (MILLION + BigInt(share)), MILLION, unit);
    }
    const yuan = BigInt(unitPriceFromWire(rule.value));
    return rounded(rule.mode === 'amount' ? BigInt(before) + yuan : yuan, 1n, unit);
  };
  const after = raw();
  if (after < 0n) return { after: before, fault: 'negative' };
  if (after > LARGEST) return { after: before, fault: 'too-large' };
  const price = Number(after) as UnitPrice;
  return price === before ? { after: price, fault: 'same' } : { after: price };
}
