import { DAY_MS, moneyToText, quantityToText, startOfDay, unitPriceToText, type Money, type Quantity, type UnitPrice } from '../../contract/index.ts';
import { instantFromWire } from '../wire.ts';
import { STYLE } from './workbook-parts.ts';
import type { XlsxKind } from './xlsx-column.ts';

/** More does not fit into a cell. */
const MAX_TEXT = 32_767;
/** Digits that a spreadsheet keeps; longer numbers (identity cards, bar codes) stay text, or their end becomes zeros. */
const MAX_DIGITS = 15;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Characters that XML 1.0 cannot carry or advises against. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
/** Spreadsheets read `_x0041_` inside a text as the letter A. */
const ESCAPE_ALIKE = /_(?=x[0-9a-f]{4}_)/gi;
/** Day 0 of spreadsheets (1899-12-30) in days before 1970. */
const EPOCH_DAYS = 25_569;
/** Days before 1 March 1900 differ between spreadsheets. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;
const OFFSET_MS = 8 * 3_600_000;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in XML, whatever a person typed. */
export const xmlText = (text: string): string => text.replace(NOT_XML, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** A text as a cell keeps it: what does not fit into one is cut, and characters that XML cannot carry are left out. */
export const keptInCell = (value: string): string =>
  (value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value).replaceAll('\r\n', '\n').replace(NOT_XML, '');

/** A cell that no spreadsheet takes for a formula: its type is text, and so is its format when somebody edits it. */
export function textCell(value: string, style: number = STYLE.text): string {
  if (value === '') return `<c s="${style}"/>`;
  const text = xmlText(keptInCell(value)).replace(ESCAPE_ALIKE, '_x005F_');
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const numberCell = (digits: string, style: number): string => `<c s="${style}"><v>${digits}</v></c>`;

function decimalCell(value: string, style: number): string {
  const text = value.trim();
  if (!DECIMAL.test(text) || text.replace(/^-?0*|\D/g, '').length > MAX_DIGITS) return textCell(value);
  return numberCell(text, style);
}

const dayNumber = (midnightUtc: number): number => midnightUtc / DAY_MS + EPOCH_DAYS;

function instantOfCell(value: Date | number | string): number | undefined {
  if (value instanceof Date) return value.getTime();
  try {
    return instantFromWire(value).getTime();
  } catch {
    return undefined;
  }
}

function dateCell(value: Date | number | string): string {
  const day = typeof value === 'string' ? DAY.exec(value) : null;
  // `Date.UTC` takes the year 99 for 1999.
  const instant = day ? new Date(0).setUTCFullYear(Number(day[1]), Number(day[2]) - 1, Number(day[3])) - OFFSET_MS : instantOfCell(value);
  return serialCell(instant === undefined ? Number.NaN : dayNumber(startOfDay(instant) + OFFSET_MS), STYLE.date, value);
}

function datetimeCell(value: Date | number | string): string {
  const instant = instantOfCell(value);
  return serialCell(instant === undefined ? Number.NaN : dayNumber(instant + OFFSET_MS), STYLE.datetime, value);
}

function serialCell(serial: number, style: number, value: Date | number | string): string {
  if (!(serial >= FIRST_DAY && serial < LAST_DAY + 1)) return textCell(value instanceof Date ? '' : String(value));
  // Nine decimals of a day are a tenth of a millisecond.
  return numberCell(Number.isInteger(serial) ? String(serial) : serial.toFixed(9), style);
}

const writers: Readonly<Record<XlsxKind, (value: unknown) => string>> = {
  text: (value) => textCell(String(value)),
  integer: (value) => (/^-?\d+$/.test(String(value)) ? decimalCell(String(value), STYLE.integer) : textCell(String(value))),
  money: (value) => decimalCell(typeof value === 'number' ? moneyToText(value as Money) : String(value), STYLE.money),
  price: (value) => decimalCell(typeof value === 'number' ? unitPriceToText(value as UnitPrice) : String(value), STYLE.price),
  quantity: (value) => decimalCell(typeof value === 'number' ? quantityToText(value as Quantity) : String(value), STYLE.quantity),
  date: (value) => dateCell(value as Date | number | string),
  datetime: (value) => datetimeCell(value as Date | number | string),
};

/** One cell. What does not fit its kind (a word in a money column) is written as the text it is, never dropped. */
export const cellXml = (kind: XlsxKind, value: unknown): string => (value === null || value === undefined || value === '' ? '<c/>' : writers[kind](value));
