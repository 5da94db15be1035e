/**
 * Money is a whole number of fen (1/100 yuan). A float never touches it: every way in goes through text,
 * and the only way out to the wire is a division whose result prints as the same two decimals.
 */
export type Money = number & { readonly __unit: 'fen' };

/** Price of one unit in 1/10,000 yuan (spec section 9: unit price has 4 decimals). */
export type UnitPrice = number & { readonly __unit: '1/10000 yuan' };

/** Quantity in 1/10,000 of a unit: the wire allows 4 decimals (national interface 2204 `cnt`). */
export type Quantity = number & { readonly __unit: '1/10000 piece' };

const DECIMAL = /^([+-]?)(\d{1,13})(?:\.(\d{1,12}))?$/;

/**
 * Reads decimal text into a whole number of 10^-scale units, rounding half up (away from zero).
 * @throws RangeError when the text is no plain decimal or does not fit a safe integer.
 */
export function parseScaled(text: string, scale: number): number {
  const match = DECIMAL.exec(text.trim());
  if (!match) throw new RangeError(`not a decimal number: ${text.slice(0, 40)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  const roundUp = (fraction[scale] ?? '0') >= '5' ? 1n : 0n;
  const units = BigInt(whole + kept) + roundUp;
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`number too large: ${text.slice(0, 40)}`);
  return Number(sign === '-' ? -units : units) + 0;
}

/** Prints 10^-scale units as decimal text with exactly `scale` decimals. */
export function formatScaled(units: number, scale: number): string {
  const negative = units < 0;
  const digits = Math.abs(units)
    .toFixed(0)
    .padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return `${negative ? '-' : ''}${digits.slice(0, cut)}${scale ? `.${digits.slice(cut)}` : ''}`;
}

const fromNumber = (value: number, scale: number): number => {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  const text = String(value);
  // Exponents, and the tail that binary fractions grow (11.120000000000001), are no decimal text.
  return parseScaled(DECIMAL.test(text) ? text : value.toFixed(12), scale);
};

export const fen = (value: number): Money => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of fen: ${value}`);
  return value as Money;
};
export const ZERO: Money = 0 as Money;

/** Yuan text such as `12.50` (SQL numeric) to fen, half up. */
export const moneyFromText = (text: string): Money => parseScaled(text, 2) as Money;
/** Yuan number as it stands on the wire to fen. */
export const moneyFromWire = (yuan: number): Money => fromNumber(yuan, 2) as Money;
/** Fen to the yuan number that the wire carries; it prints with at most two decimals. */
export const moneyToWire = (amount: Money): number => Number(formatScaled(amount, 2));
/** Fen to yuan text with two decimals. */
export const moneyToText = (amount: Money): string => formatScaled(amount, 2);

export const unitPriceFromText = (text: string): UnitPrice => parseScaled(text, 4) as UnitPrice;
export const unitPriceFromWire = (yuan: number): UnitPrice => fromNumber(yuan, 4) as UnitPrice;
export const unitPriceToWire = (price: UnitPrice): number => Number(formatScaled(price, 4));
export const unitPriceToText = (price: UnitPrice): string => formatScaled(price, 4);

export const quantityFromText = (text: string): Quantity => parseScaled(text, 4) as Quantity;
export const quantityFromWire = (value: number): Quantity => fromNumber(value, 4) as Quantity;
export const quantityToWire = (value: Quantity): number => Number(formatScaled(value, 4));
export const quantityToText = (value: Quantity): string => formatScaled(value, 4);

export const addMoney = (...amounts: readonly Money[]): Money => fen(amounts.reduce<number>((sum, next) => sum + next, 0));
export const subtractMoney = (from: Money, amount: Money): Money => fen(from - amount);
export const negateMoney = (amount: Money): Money => fen(amount === 0 ? 0 : -amount);

/** quantity × unit price, to whole fen, half up away from zero (spec section 9: subtotal has 2 decimals). */
export function lineTotal(price: UnitPrice, quantity: Quantity): Money {
  const product = BigInt(price) * BigInt(quantity); // 1/100,000,000 yuan
  const negative = product < 0n;
  const rounded = ((negative ? -product : product) + 500_000n) / 1_000_000n;
  return fen(Number(negative ? -rounded : rounded) + 0);
}

/**
 * Splits an amount by weights into parts that add up to it exactly; the odd fen go to the largest remainders.
 * @throws RangeError when no weight is positive.
 */
export function splitMoney(amount: Money, weights: readonly number[]): Money[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total <= 0n || weights.some((weight) => weight < 0)) throw new RangeError('weights must be whole numbers, at least one above zero');
  const negative = amount < 0;
  const whole = BigInt(Math.abs(amount));
  const parts = weights.map((weight, index) => ({ index, units: (whole * BigInt(weight)) / total, rest: (whole * BigInt(weight)) % total }));
  let left = Number(whole - parts.reduce((sum, part) => sum + part.units, 0n));
  for (const part of [...parts].sort((a, b) => (b.rest > a.rest ? 1 : b.rest < a.rest ? -1 : a.index - b.index))) {
    if (left === 0) break;
    part.units += 1n;
    left -= 1;
  }
  return parts.map((part) => fen((negative ? -Number(part.units) : Number(part.units)) + 0));
}
