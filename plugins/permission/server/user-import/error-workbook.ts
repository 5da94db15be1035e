import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type RawReply, xlsxReply } from '@nephra/plugin-sdk/server';
import type { ImportRow, PreviewRow } from '../../contract/index.ts';
import { headingOf, IMPORT_KEYS, type ImportKey } from '../../domain/user-import/import-columns.ts';
import type { Ctx } from '../permission-call.ts';
import { checkRows, givenRows, presentCheckedRow } from './check-rows.ts';
import { failedRows } from './import-file.ts';

/**
 * POST ExportExceptionData: the rows that cannot be added with the reason beside each, under the headings of the template, so that the
 * file can be mended and uploaded again.
 */
export async function errorWorkbook(ctx: Ctx, { list, fileName }: { list?: readonly ImportRow[]; fileName?: string }): Promise<RawReply> {
  const rows = fileName === undefined ? await wrongOf(ctx, list ?? []) : await failedRows(ctx, fileName);
  if (rows.length === 0) throw new AppError('permission.user-import-no-errors', { code: EnvelopeCode.NotFound });
  const title = ctx.text('workbook.errors');
  ctx.audit({ subject: 'user-import', ...(fileName === undefined ? {} : { subjectId: fileName }), note: `${rows.length} rows` });
  return xlsxReply({
    fileName: title,
    sheetName: title,
    columns: [
      { key: 'errorsInfo' as const, title: ctx.text('workbook.reason'), kind: 'text' as const, width: 50 },
      ...IMPORT_KEYS.map((key) => ({ key, title: headingOf(key, ctx.language), kind: 'text' as const })),
    ],
    rows: rowsOf(rows),
  });
}

type ErrorRow = Record<ImportKey | 'errorsInfo', string>;

async function* rowsOf(rows: readonly PreviewRow[]): AsyncGenerator<ErrorRow> {
  for (const row of rows)
    yield { ...(Object.fromEntries(IMPORT_KEYS.map((key) => [key, row[key] ?? ''])) as Record<ImportKey, string>), errorsInfo: row.errorsInfo };
}

/** Rows that a client sends back: what is wrong with them is found again, not believed. */
async function wrongOf(ctx: Ctx, list: readonly ImportRow[]): Promise<PreviewRow[]> {
  if (list.length === 0) return [];
  const { rows } = await checkRows(ctx, givenRows(list));
  return rows.filter((row) => row.problems.length > 0).map((row) => presentCheckedRow(ctx, row));
}
