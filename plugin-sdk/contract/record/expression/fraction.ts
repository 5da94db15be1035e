/**
 * An exact number, `over / under`; `under` is above zero. Money, quantities and prices are such numbers while something is calculated with them, so that
 * nothing is rounded before the end, division included.
 */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d{1,3}))?$/;

/** @param text a decimal as JSON and JavaScript write it: `12.50`, `1e-7` @throws RangeError for what is none */
export function fractionOf(text: string): Fraction {
  const [, sign, whole = '', part = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (sign === undefined) throw new RangeError(`no decimal number: ${text.slice(0, 40)}`);
  const digits = BigInt(`${sign}${whole}${part}`);
  const scale = part.length - Number(exponent);
  return scale >= 0 ? { over: digits, under: 10n ** BigInt(scale) } : { over: digits * 10n ** BigInt(-scale), under: 1n };
}

/** undefined: divided by zero. */
export function calculated(operator: '+' | '-' | '*' | '/', a: Fraction, b: Fraction): Fraction | undefined {
  switch (operator) {
    case '+':
      return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
    case '-':
      return { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
    case '*':
      return { over: a.over * b.over, under: a.under * b.under };
    case '/':
      if (b.over === 0n) return undefined;
      return b.over < 0n ? { over: -a.over * b.under, under: a.under * -b.over } : { over: a.over * b.under, under: a.under * b.over };
  }
}

/** Below zero, zero or above it, as `a` is less than `b`, the same or more. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Decimal text with exactly so many decimals, half up: away from zero, as amounts are rounded everywhere. */
export function roundedText({ over, under }: Fraction, decimals: number): string {
  const negative = over < 0n;
  const units = ((negative ? -over : over) * 10n ** BigInt(decimals) * 2n + under) / (under * 2n);
  const digits = String(units).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${negative && units !== 0n ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`;
}
