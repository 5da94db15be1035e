import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import type { ImportedRow } from '../../../contract/record/index.ts';
import type { RawReply } from '../../context.ts';
import { xlsxReply } from '../../xlsx/xlsx-reply.ts';
import type { RecordEngine } from '../record-engine.ts';
import type { Values } from '../record-rows.ts';
import { type CheckedRow, checkRows, type ExchangeCtx } from './check-rows.ts';
import { rowsOfFile } from './import-file.ts';
import { givenRows, problemsOf, write } from './import-records.ts';
import { REASON } from './headings/labels.ts';
import { type CellProblem, problemsText } from './sentences.ts';

/** Key of the column of reasons; no field has it. */
const REASON_KEY = 'errorsInfo';
const REASON_WIDTH = 50;

/**
 * POST Actions/ExportExceptionData: the rows that cannot be written with the reasons beside each, under the headings of the template, so that the file
 * can be mended and uploaded again. What is wrong is found again, not believed: each row is written and taken back.
 */
export async function errorWorkbook(
  ctx: ExchangeCtx,
  engine: RecordEngine,
  { list, fileName }: { readonly list?: readonly ImportedRow<never>[]; readonly fileName?: string },
): Promise<RawReply> {
  const { record } = engine.rows;
  const given = fileName === undefined ? givenRows(record, list ?? []) : (await rowsOfFile(ctx, engine.rows, fileName)).given;
  const wrong: (readonly [CheckedRow, readonly CellProblem[]])[] = [];
  for (const row of await checkRows(ctx, engine.rows, given)) {
    // What stands below a row that is not written yet cannot be tried.
    const problems = row.problems.length > 0 || row.act === 'keep' || row.awaits ? row.problems : await problemsOfTrying(ctx, engine, row);
    if (problems.length > 0) wrong.push([row, problems]);
  }
  if (wrong.length === 0) throw new AppError('core.import-no-errors', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: record.subject, note: `${wrong.length} rows that cannot be imported` });
  const { language } = ctx;
  const title = ctx.text('record.sheet.errors', { title: record.title[language] });
  const columns = record.fields.filter(({ name }) => wrong.some(([{ texts }]) => name in texts));
  return xlsxReply<Values>({
    fileName: title,
    sheetName: title,
    columns: [
      { key: REASON_KEY, title: REASON[language], kind: 'text', width: REASON_WIDTH },
      ...columns.map(({ name, label, required }) => ({ key: name, title: `${label[language]}${required ? '*' : ''}`, kind: 'text' })),
    ] as never, // rows are looked into by the keys of these columns
    rows: (async function* () {
      for (const [{ texts }, problems] of wrong) yield { ...texts, [REASON_KEY]: problemsText(problems, language) };
    })(),
  });
}

/** Takes a row back that could be written. */
const TAKEN_BACK = Symbol('taken back');

async function problemsOfTrying(ctx: ExchangeCtx, engine: RecordEngine, row: CheckedRow): Promise<readonly CellProblem[]> {
  try {
    await ctx.act({ content: null }, async (part) => {
      await write(part, engine, row);
      throw TAKEN_BACK;
    });
    return [];
  } catch (error) {
    return error === TAKEN_BACK ? [] : problemsOf(ctx, engine.rows.record, error);
  }
}
