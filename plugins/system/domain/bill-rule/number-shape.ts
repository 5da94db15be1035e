/** What the date part of a number is; `no`: there is none, and the count never begins anew. */
export type DatePart = 'yyyyMMdd' | 'yyyyMM' | 'yyyy' | 'no';

/** How numbers of a rule look, whatever their count. */
export interface NumberShape {
  readonly prefix: string;
  readonly dateFormat: DatePart;
  /** Least digits of the count. */
  readonly digit: number;
}

const dateLength = (part: DatePart): number => (part === 'no' ? 0 : part.length);

/** Characters of a number as long as its count fits its digits. */
export const numberLength = ({ prefix, dateFormat, digit }: NumberShape): number => prefix.length + dateLength(dateFormat) + digit;

/** Letters that a number begins with: what follows are digits, whoever put them there. */
// pattern: a prefix has at most 20 signs
const letters = (prefix: string): string => prefix.replace(/\d+$/, '');

/**
 * Whether two shapes of one rule might give the same text. Those with one prefix and one date part share their count, so that a change of the digits alone is
 * harmless; others are apart for certain only when their letters differ: `A` with the year and `A2026` without a date both give `A20260001`.
 */
export const couldMeet = (one: NumberShape, other: NumberShape): boolean =>
  letters(one.prefix) === letters(other.prefix) && !(one.prefix === other.prefix && one.dateFormat === other.dateFormat);

/** The first number of a day. @param today `YYYY-MM-DD` */
export const exampleNumber = ({ prefix, dateFormat, digit }: NumberShape, startNumber: string, today: string): string =>
  `${prefix}${today.replaceAll('-', '').slice(0, dateLength(dateFormat))}${startNumber.padStart(digit, '0')}`;
