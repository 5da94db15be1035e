import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { readSheet, type UploadBody } from '@nephra/plugin-sdk/server';
import { IMPORT_ROWS_PER_FILE, type PreviewRow } from '../../contract/index.ts';
import { IMPORT_COLUMNS, IMPORT_KEYS } from '../../domain/user-import/import-columns.ts';
import { columnsOf, isExample, missingColumns, textsOf } from '../../domain/user-import/sheet-columns.ts';
import type { Ctx } from '../permission-call.ts';
import { checkRows, type GivenRow, importedKeys, presentCheckedRow } from './check-rows.ts';
import { userImportTable } from './user-import.table.ts';

/** What uploads of this area are stored as. */
export const IMPORT_FILE = 'userImport';

/** POST Uploader: keeps the workbook until it is read; forgotten after a day. */
export async function keepWorkbook(ctx: Ctx, { file }: UploadBody): Promise<{ name: string; url: string }> {
  if (file.extension !== 'xlsx') throw new AppError('permission.user-import-type', { code: EnvelopeCode.Invalid });
  const { fileId } = await file.save(IMPORT_FILE);
  await userImportTable.insert(ctx, { fileId, createdBy: ctx.user.userId });
  ctx.audit({ subject: 'user-import', subjectId: fileId });
  return { name: fileId, url: `/api/file/Download/${IMPORT_FILE}/${fileId}` };
}

/** Rows of a workbook that the caller uploaded. @throws AppError 404 for any other file */
async function rowsOfFile(ctx: Ctx, fileName: string): Promise<GivenRow[]> {
  const missing = () => new AppError('core.file-missing', { code: EnvelopeCode.NotFound });
  const file = await ctx.files.open(fileName);
  if (file.type !== IMPORT_FILE || file.createdBy !== ctx.user.userId) {
    file.content.destroy();
    throw missing();
  }
  const bytes = Buffer.concat(await file.content.toArray());
  // Two more: the heading, and the example that people leave in.
  const { rows } = await readSheet(bytes, { rows: IMPORT_ROWS_PER_FILE + 2, columns: IMPORT_KEYS.length + 30 });
  const columns = columnsOf(rows[0]?.cells ?? []);
  const missingNames = missingColumns(columns);
  if (missingNames.length > 0) {
    const list = missingNames.map((key) => IMPORT_COLUMNS[key].title[ctx.language]).join(ctx.language === 'en' ? ', ' : '、');
    throw new AppError('permission.user-import-columns', { code: EnvelopeCode.Invalid, params: { list } });
  }
  const given = rows
    .slice(1)
    .map((row) => ({ texts: textsOf(columns, row.cells), rowKey: `${fileName}:${row.number}`, number: row.number }))
    .filter(({ texts }) => !isExample(texts) && IMPORT_KEYS.some((key) => texts[key] !== ''));
  if (given.length === 0) throw new AppError('permission.user-import-empty', { code: EnvelopeCode.Invalid });
  if (given.length > IMPORT_ROWS_PER_FILE)
    throw new AppError('core.xlsx-too-many-rows', { code: EnvelopeCode.TooLarge, params: { max: IMPORT_ROWS_PER_FILE } });
  return given;
}

/** GET ImportPreview: rows that became users already are marked, and are not compared with themselves. */
export async function previewFile(ctx: Ctx, fileName: string): Promise<{ dataRow: PreviewRow[] }> {
  const given = await rowsOfFile(ctx, fileName);
  const done = await importedKeys(
    ctx,
    given.map((row) => row.rowKey),
  );
  const { rows } = await checkRows(
    ctx,
    given.filter((row) => !done.has(row.rowKey)),
  );
  const checked = new Map(rows.map((row) => [row.rowKey, row]));
  ctx.audit({ subject: 'user-import', subjectId: fileName, note: `${given.length} rows` });
  return {
    dataRow: given.map(({ rowKey, texts, number }) => {
      const row = checked.get(rowKey);
      return row ? presentCheckedRow(ctx, row) : { ...texts, rowKey, rowNumber: number, manager: '', errors: [], errorsInfo: '', imported: true };
    }),
  };
}

/** Rows of a file that did not become users, with what is wrong with them now. */
export async function failedRows(ctx: Ctx, fileName: string): Promise<PreviewRow[]> {
  const { dataRow } = await previewFile(ctx, fileName);
  return dataRow.filter((row) => !row.imported && row.errors.length > 0);
}
