import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import { type AnyRecord, type ImportPreview, importRowsOf } from '../../../contract/record/index.ts';
import type { UploadBody } from '../../context.ts';
import { readSheet } from '../../foreign/foreign-files.ts';
import type { Ctx, RecordRows } from '../record-rows.ts';
import { checkRows, presentRow } from './check-rows.ts';
import type { GivenRow } from './find-rows.ts';
import { columnsOf, headingRow, MAX_TITLE_ROWS, type SheetColumns } from './headings/headings.ts';

/** What workbooks that wait for their import are stored as; the shell forgets them a day later. */
export const RECORD_IMPORT_FILE = 'recordImport';
/** Columns beside those of the fields that are looked at. */
const MORE_COLUMNS = 50;

/** POST Actions/Uploader: keeps the workbook until it is read. */
export async function keepWorkbook(ctx: Ctx, { subject }: AnyRecord, { file }: UploadBody): Promise<{ name: string; url: string }> {
  if (file.extension !== 'xlsx') throw new AppError('core.import-type', { code: EnvelopeCode.Invalid });
  const { fileId } = await file.save(RECORD_IMPORT_FILE);
  ctx.audit({ subject, note: fileId });
  return { name: fileId, url: `/api/file/Download/${RECORD_IMPORT_FILE}/${fileId}` };
}

/** @throws AppError `core.file-missing` for what the caller did not upload */
async function bytesOf(ctx: Ctx, fileName: string): Promise<Buffer> {
  const file = await ctx.files.open(fileName);
  if (file.type === RECORD_IMPORT_FILE && file.createdBy === ctx.user.userId) return Buffer.concat(await file.content.toArray());
  file.content.destroy();
  throw new AppError('core.file-missing', { code: EnvelopeCode.NotFound });
}

/** Rows of a workbook that the caller uploaded. @throws AppError as `readSheet` and `columnsOf`, `core.import-empty` */
export async function rowsOfFile(
  ctx: Ctx,
  { record }: RecordRows,
  fileName: string,
): Promise<{ readonly given: readonly GivenRow[]; readonly columns: SheetColumns }> {
  const most = importRowsOf(record);
  const { rows } = await readSheet(await bytesOf(ctx, fileName), { rows: most + MAX_TITLE_ROWS + 1, columns: record.fields.length + MORE_COLUMNS });
  const head = headingRow(record, rows);
  const columns = columnsOf(record, rows[head]?.cells ?? [], ctx.language);
  const given = rows
    .slice(head + 1)
    .map(({ cells, number }) => ({
      texts: Object.fromEntries(columns.fields.flatMap((field, at) => (field ? [[field.name, (cells[at] ?? '').trim()]] : []))),
      rowKey: `${fileName}:${number}`,
      number,
    }))
    .filter(({ texts }) => Object.values(texts).some((text) => text !== ''));
  if (given.length === 0) throw new AppError('core.import-empty', { code: EnvelopeCode.Invalid });
  if (given.length > most) throw new AppError('core.xlsx-too-many-rows', { code: EnvelopeCode.TooLarge, params: { max: most } });
  return { given, columns };
}

/** GET Actions/ImportPreview: what would be done with each row, and what is wrong with its cells. Rights and rules of the record speak when it is written. */
export async function previewFile(ctx: Ctx, rows: RecordRows, fileName: string): Promise<ImportPreview<never>> {
  const { given, columns } = await rowsOfFile(ctx, rows, fileName);
  const checked = await checkRows(ctx, rows, given);
  const withheld = rows.withheldFrom(ctx);
  ctx.audit({ subject: rows.record.subject, note: `${fileName}: ${given.length} rows` });
  return {
    dataRow: checked.map((row) => presentRow(row, ctx.language)),
    unknown: columns.unknown,
    missing: columns.missing.filter(({ name }) => !withheld.has(name)).map(({ label }) => label[ctx.language]),
  };
}
