/** Dose units by what they measure; the number says how many of the smallest unit one of it holds. */
const SCALE: Readonly<Record<string, readonly [dimension: string, factor: bigint]>> = {
  ng: ['mass', 1n],
  µg: ['mass', 1_000n],
  mg: ['mass', 1_000_000n],
  g: ['mass', 1_000_000_000n],
  kg: ['mass', 1_000_000_000_000n],
  µl: ['volume', 1n],
  ml: ['volume', 1_000n],
  l: ['volume', 1_000_000n],
  iu: ['activity', 1n],
  kiu: ['activity', 1_000n],
  miu: ['activity', 1_000_000n],
  万iu: ['activity', 10_000n],
  mmol: ['amount', 1n],
};

/** Spellings of the trade for the same unit. International and other units of activity are used as one, as the labels do. */
const ALIASES: Readonly<Record<string, string>> = {
  ug: 'µg',
  μg: 'µg',
  mcg: 'µg',
  微克: 'µg',
  毫克: 'mg',
  克: 'g',
  ul: 'µl',
  μl: 'µl',
  毫升: 'ml',
  升: 'l',
  u: 'iu',
  单位: 'iu',
  国际单位: 'iu',
  万u: '万iu',
  万单位: '万iu',
  ku: 'kiu',
  mu: 'miu',
};

const normal = (unit: string): string => {
  const text = unit.trim().toLowerCase();
  return ALIASES[text] ?? text;
};

export const sameUnit = (a: string, b: string): boolean => normal(a) === normal(b);

/** What a unit measures; units of counting (片, 支, 次) are each a dimension of their own. */
export const dimensionOf = (unit: string): string => SCALE[normal(unit)]?.[0] ?? `count:${normal(unit)}`;

const MICRO = 1_000_000;

/** A dose as a whole number of millionths, so that 0.1 + 0.2 stays 0.3. @returns undefined when it is no finite number or negative. */
export function doseUnits(value: number): bigint | undefined {
  if (!Number.isFinite(value) || value < 0 || value > 1e9) return undefined;
  return BigInt(Math.round(value * MICRO));
}

export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/**
 * How many times `part` goes into `whole`, exactly.
 * @returns undefined when the units measure different things or a number is unusable.
 */
export function ratio(whole: number, wholeUnit: string, part: number, partUnit: string): Fraction | undefined {
  if (dimensionOf(wholeUnit) !== dimensionOf(partUnit)) return undefined;
  const [a, b] = [doseUnits(whole), doseUnits(part)];
  if (a === undefined || b === undefined || b === 0n) return undefined;
  const factor = (unit: string): bigint => SCALE[normal(unit)]?.[1] ?? 1n;
  return { num: a * factor(wholeUnit), den: b * factor(partUnit) };
}

/** Smallest whole number not below the fraction. */
export const ceilOf = ({ num, den }: Fraction): bigint => (num + den - 1n) / den;
