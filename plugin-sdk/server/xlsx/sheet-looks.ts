import { withoutTrailing } from '../../contract/money/without-trailing.ts';
import { textCell } from './cell-xml.ts';
import { STYLE } from './workbook-parts.ts';
import type { SheetColumn, XlsxKind } from './xlsx-column.ts';

/** The first row of a sheet. */
export const headingRow = (columns: readonly SheetColumn[]): string =>
  `<row ht="24" customHeight="1">${columns.map(({ title }) => textCell(title, STYLE.heading)).join('')}</row>`;

const WIDTHS: Readonly<Record<XlsxKind, number>> = { text: 18, integer: 10, money: 14, price: 14, quantity: 12, date: 12, datetime: 20 };
/** A Chinese character is about as wide as two digits; some room for the filter's button. */
const charactersOf = (title: string): number => [...title].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e7f ? 2 : 1), 4);
export const widthOf = ({ kind, title, width }: SheetColumn): number => Math.min(width ?? Math.max(WIDTHS[kind], charactersOf(title)), 255);

/** Sheet names have at most 31 characters, none of `[ ] : * ? / \`, and no quote at the ends. */
export function sheetNameOf(name: string): string {
  const short = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  const clean = withoutTrailing(short.replace(/^'+/, ''), "'").trim();
  return clean === '' ? 'Sheet1' : clean;
}
