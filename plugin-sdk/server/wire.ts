import {
  moneyFromText,
  moneyFromWire,
  moneyToText,
  moneyToWire,
  quantityFromText,
  quantityFromWire,
  quantityToText,
  quantityToWire,
  toInstant,
  unitPriceFromText,
  unitPriceFromWire,
  unitPriceToText,
  unitPriceToWire,
} from '../contract/index.ts';

/** `timestamptz` column to the milliseconds of the wire; null stays null. */
export const instantToWire = <T extends Date | null>(value: T): T extends null ? number | null : number =>
  (value === null ? null : value.getTime()) as T extends null ? number | null : number;

/**
 * Time of a request to a `timestamptz` column: milliseconds, ten-digit seconds, or text with its own offset.
 * Text without an offset is business time (Asia/Shanghai). Before 1901 offsets of the database have seconds, `+08:05:43`.
 * @throws RangeError when it is no time.
 */
export function instantFromWire(value: number | string): Date {
  const numeric = typeof value === 'number' || /^-?\d+$/.test(value.trim());
  const whole = String(value).trim().replace(' ', 'T');
  const [, sign, seconds] = /([+-])\d{2}:\d{2}:(\d{2})$/.exec(whole) ?? [];
  const text = seconds === undefined ? whole : whole.slice(0, -3);
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const date = new Date(numeric ? toInstant(value) : hasOffset ? text : `${text.includes('T') ? text : `${text}T00:00:00`}+08:00`);
  if (seconds !== undefined) date.setTime(date.getTime() - Number(`${sign}${seconds}`) * 1000);
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a time: ${String(value).slice(0, 40)}`);
  return date;
}

/** `numeric(…,2)` column to the yuan number of the wire. */
export const moneyColumnToWire = (text: string): number => moneyToWire(moneyFromText(text));
/** Yuan number of a request to the text of a `numeric(…,2)` column. */
export const moneyColumnFromWire = (yuan: number): string => moneyToText(moneyFromWire(yuan));

/** `numeric(…,4)` column to the unit price of the wire. */
export const unitPriceColumnToWire = (text: string): number => unitPriceToWire(unitPriceFromText(text));
export const unitPriceColumnFromWire = (yuan: number): string => unitPriceToText(unitPriceFromWire(yuan));

/** `numeric(…,4)` column to the quantity of the wire. */
export const quantityColumnToWire = (text: string): number => quantityToWire(quantityFromText(text));
export const quantityColumnFromWire = (value: number): string => quantityToText(quantityFromWire(value));
