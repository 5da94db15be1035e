import { addMoney, fen, type Money, parseScaled, type Quantity, subtractMoney, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';

/** Grade of an entry in the insurer's list: 01 甲, 02 乙, 03 丙; empty when the list does not name it. */
export const GRADES = ['01', '02', '03', ''] as const;
export type Grade = (typeof GRADES)[number];

/** A price cap in 1/1,000,000 yuan: the platform sends six decimals. */
export type PriceCap = number & { readonly __unit: '1/1000000 yuan' };
/** A share in 1/10,000: `0.05` is 500. */
export type Share = number & { readonly __unit: '1/10000' };

export const priceCapFromText = (text: string): PriceCap => parseScaled(text, 6) as PriceCap;
export const shareFromText = (text: string): Share => parseScaled(text, 4) as Share;

/** What the insurer's list says of one line on its day. */
export interface ListFacts {
  /** False when no national code, or a code that the list does not hold, stands behind the entry. */
  readonly listed: boolean;
  readonly grade: Grade;
  /** Null: no cap. */
  readonly cap: PriceCap | null;
  /** What the patient pays first of the part below the cap. */
  readonly share: Share;
  /** The insurer pays only within a limited scope, after the hospital's approval. */
  readonly limited: boolean;
}

export interface SplitLine {
  readonly price: UnitPrice;
  readonly quantity: Quantity;
  /** det_item_fee_sumamt. */
  readonly sum: Money;
  /** hosp_appr_flag: 0 nothing said, 1 approved, 2 refused. */
  readonly approval: 0 | 1 | 2;
}

/** Why the patient pays a line, or a part of it; words stand in the locale files: `preview.reason.<reason>`. */
export const SPLIT_REASONS = ['not-listed', 'grade-c', 'approval-refused', 'limited-use', 'above-cap', 'first-share', 'covered'] as const;
export type SplitReason = (typeof SPLIT_REASONS)[number];

/** The four parts of a line; they add up to its sum (his-domain 4.1). */
export interface FeeSplit {
  readonly ownPay: Money;
  readonly overCap: Money;
  readonly firstPay: Money;
  readonly inScope: Money;
  readonly reasons: readonly SplitReason[];
}

/** numerator / denominator to whole fen, half up, for amounts that are not negative. */
const roundedDivision = (numerator: bigint, denominator: bigint): Money => fen(Number((numerator + denominator / 2n) / denominator));

/** Whole line own-pay, and why. */
function wholeReason(line: SplitLine, facts: ListFacts): SplitReason | undefined {
  if (!facts.listed) return 'not-listed';
  if (facts.grade === '03') return 'grade-c';
  if (line.approval === 2) return 'approval-refused';
  if (facts.limited && line.approval !== 1) return 'limited-use';
  return undefined;
}

function positiveSplit(line: SplitLine, facts: ListFacts): FeeSplit {
  const whole = wholeReason(line, facts);
  if (whole) return { ownPay: line.sum, overCap: ZERO, firstPay: ZERO, inScope: ZERO, reasons: [whole] };
  // Price 1/10,000, cap 1/1,000,000, quantity 1/10,000 yuan: the product counts 1/10,000,000,000 yuan.
  const above = facts.cap === null ? 0n : BigInt(line.price) * 100n - BigInt(facts.cap);
  const excess = above > 0n ? roundedDivision(above * BigInt(line.quantity), 100_000_000n) : ZERO;
  // The sum is rounded by itself, so the excess of a cap of zero could be a cent more than it.
  const overCap = excess > line.sum ? line.sum : excess;
  const below = subtractMoney(line.sum, overCap);
  const share = facts.grade === '01' ? 0 : facts.share;
  const asked = roundedDivision(BigInt(below) * BigInt(share), 10_000n);
  // biome-ignore lint/complexity/useMathMinMax: an amount stays an amount, Math.min makes a bare number of it
  const firstPay = asked > below ? below : asked;
  const reasons: SplitReason[] = [...(overCap > 0 ? (['above-cap'] as const) : []), ...(firstPay > 0 ? (['first-share'] as const) : [])];
  return { ownPay: ZERO, overCap, firstPay, inScope: subtractMoney(below, firstPay), reasons: reasons.length > 0 ? reasons : ['covered'] };
}

const turned = (amount: Money): Money => fen(amount === 0 ? 0 : -amount);

/**
 * Splits a line into its four parts as the platform does: own-pay, above the cap, first share, in scope. Half up; the rounding cent stays in
 * scope. A line that is taken back splits like the line itself, all parts negative.
 */
export function splitFee(line: SplitLine, facts: ListFacts): FeeSplit {
  if (line.sum >= 0) return positiveSplit(line, facts);
  const mirrored = positiveSplit({ ...line, sum: turned(line.sum), quantity: Math.abs(line.quantity) as Quantity }, facts);
  return {
    ownPay: turned(mirrored.ownPay),
    overCap: turned(mirrored.overCap),
    firstPay: turned(mirrored.firstPay),
    inScope: turned(mirrored.inScope),
    reasons: mirrored.reasons,
  };
}

export const NO_SPLIT: FeeSplit = { ownPay: ZERO, overCap: ZERO, firstPay: ZERO, inScope: ZERO, reasons: [] };

/** Parts of many lines together. */
export const addSplits = (splits: readonly FeeSplit[]): FeeSplit =>
  splits.reduce(
    (total, one) => ({
      ownPay: addMoney(total.ownPay, one.ownPay),
      overCap: addMoney(total.overCap, one.overCap),
      firstPay: addMoney(total.firstPay, one.firstPay),
      inScope: addMoney(total.inScope, one.inScope),
      reasons: [],
    }),
    NO_SPLIT,
  );

/** What the patient surely pays: everything but the part in scope. */
export const surelyOwn = (split: FeeSplit): Money => addMoney(split.ownPay, split.overCap, split.firstPay);

/** `1`, `2`, `3` (older provincial editions), `甲`, `乙`, `丙` and `01`…`03` are one thing (his-domain 3). */
export function gradeOf(text: string): Grade {
  const trimmed = text.trim();
  if (trimmed === '甲' || trimmed === '1' || trimmed === '01' || trimmed === '甲类') return '01';
  if (trimmed === '乙' || trimmed === '2' || trimmed === '02' || trimmed === '乙类') return '02';
  if (trimmed === '丙' || trimmed === '3' || trimmed === '03' || trimmed === '丙类' || trimmed === '自费') return '03';
  return '';
}
