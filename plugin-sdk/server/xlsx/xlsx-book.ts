import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RawReply } from '../context.ts';
import { cellXml, xmlText } from './cell-xml.ts';
import { headingRow, sheetNameOf, widthOf } from './sheet-looks.ts';
import { columnName, sheetFrame, sheetPath, workbookParts } from './workbook-parts.ts';
import type { SheetColumn, XlsxColumn } from './xlsx-column.ts';
import { type FinishedSheet, PACKING, XLSX_TYPE, xlsxName } from './xlsx-reply.ts';

/** A sheet with all its rows in memory: forms to fill in, explanations. */
export interface BookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** People do not see it; lists to choose from stand there. */
  readonly hidden?: boolean;
  /** Columns of this sheet whose cells are chosen from a column of another sheet. */
  readonly choices?: readonly CellChoice[];
}

export interface CellChoice {
  /** Key of the column. */
  readonly key: string;
  /** Name and key of the sheet and column that hold the choices. */
  readonly from: { readonly sheet: string; readonly key: string };
  /** Rows below the heading that offer the choice. */
  readonly rows: number;
  /** False lets people type what is not in the list, too: several at once, for example. */
  readonly strict: boolean;
}

/** One sheet with its columns checked against its rows. */
export const bookSheet = <Row extends object>(
  sheet: Omit<BookSheet, 'columns' | 'rows'> & { readonly columns: readonly XlsxColumn<Row>[]; readonly rows: readonly Row[] },
): BookSheet => sheet as unknown as BookSheet; // a row is looked into by the keys of its own columns only

/** A sheet that stands behind those of `xlsxReply`. */
export const finishedSheet = (sheet: BookSheet): FinishedSheet => ({ name: sheetNameOf(sheet.name), xml: sheetXml(sheet, [sheet]) });

/** Answer of a `raw` route: a small workbook of several sheets. For many rows there is `xlsxReply`. */
export async function xlsxBook(fileName: string, sheets: readonly BookSheet[]): Promise<RawReply> {
  const zip = new ZipFile();
  const names = sheets.map((sheet) => sheetNameOf(sheet.name));
  for (const [index, sheet] of sheets.entries()) zip.addBuffer(Buffer.from(sheetXml(sheet, sheets)), sheetPath(index), PACKING);
  const hidden = new Set(sheets.flatMap((sheet, index) => (sheet.hidden ? [index] : [])));
  for (const [path, xml] of workbookParts(names.map(xmlText), hidden)) zip.addBuffer(Buffer.from(xml), path, PACKING);
  zip.end();
  const content = Buffer.concat(await (zip.outputStream as Readable).toArray());
  return { content, contentType: XLSX_TYPE, fileName: xlsxName(fileName), disposition: 'attachment' };
}

function sheetXml(sheet: BookSheet, sheets: readonly BookSheet[]): string {
  const { before, after } = sheetFrame(sheet.columns.map(widthOf), headingRow(sheet.columns), rulesXml(sheet, sheets));
  const rows = sheet.rows.map((row) => `<row>${sheet.columns.map(({ key, kind }) => cellXml(kind, row[key])).join('')}</row>`);
  return before + rows.join('') + after(sheet.rows.length);
}

function rulesXml(sheet: BookSheet, sheets: readonly BookSheet[]): string {
  const rules = (sheet.choices ?? []).flatMap((choice) => {
    const source = sheets.find((one) => one.name === choice.from.sheet);
    const column = source?.columns.findIndex((one) => one.key === choice.from.key) ?? -1;
    const target = sheet.columns.findIndex((one) => one.key === choice.key);
    const filled = source?.rows.filter((row) => row[choice.from.key] !== undefined && row[choice.from.key] !== '').length ?? 0;
    if (!source || column < 0 || target < 0 || filled === 0) return [];
    const [from, to] = [columnName(column + 1), columnName(target + 1)];
    const area = `'${sheetNameOf(source.name).replaceAll("'", "''")}'!$${from}$2:$${from}$${filled + 1}`;
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="${choice.strict ? 1 : 0}" sqref="${to}2:${to}${choice.rows + 1}"><formula1>${xmlText(area)}</formula1></dataValidation>`,
    ];
  });
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
}
