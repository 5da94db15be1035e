import { parentField, type AnyRecord, type ImportedRow, type ImportResult } from '../../../contract/record/index.ts';
import type { RecordEngine } from '../record-engine.ts';
import { type CheckedRow, checkRows, type ExchangeCtx, presentRow } from './check-rows.ts';
import type { RecordRows } from '../record-rows.ts';
import { type GivenRow, keyField } from './find-rows.ts';
import { type CellProblem, cellProblem } from './sentences.ts';

/** Rows as a call sends them. */
export const givenRows = ({ fields }: AnyRecord, list: readonly ImportedRow<never>[]): GivenRow[] =>
  list.map((row, at) => ({
    texts: Object.fromEntries(
      fields.flatMap(({ name }) =>
        (row as Record<string, unknown>)[name] === undefined ? [] : [[name, String((row as Record<string, unknown>)[name]).trim()]],
      ),
    ),
    rowKey: row.rowKey ?? '',
    number: row.rowNumber ?? at + 1,
  }));

/**
 * POST Actions/ImportData. Each row walks the stages of a create or an edit in a transaction of its own, under its own key: a wrong one is answered and
 * keeps no other from being written, nobody waits for the whole list, and a list that is sent again after a lost answer writes nothing twice.
 */
export async function importRecords(ctx: ExchangeCtx, engine: RecordEngine, list: readonly ImportedRow<never>[]): Promise<ImportResult<never>> {
  const { record } = engine.rows;
  const checked = await checkRows(ctx, engine.rows, givenRows(record, list));
  const failed: CheckedRow[] = [];
  const count = { created: 0, edited: 0, unchanged: 0 };
  for (const row of checked) {
    const problems = row.problems.length > 0 ? row.problems : await problemsOfWriting(ctx, engine, row, count);
    if (problems.length > 0) failed.push({ ...row, problems });
  }
  const snum = checked.length - failed.length;
  ctx.audit({
    subject: record.subject,
    note: `${snum} of ${checked.length} rows: ${count.created} new, ${count.edited} changed, ${count.unchanged} as they were`,
  });
  ctx.message(failed.length === 0 ? 'record.imported' : 'record.imported-some', { title: record.title[ctx.language], n: snum, failed: failed.length });
  return {
    snum,
    fnum: failed.length,
    ...count,
    resultType: failed.length === 0 ? 0 : 1,
    failResult: failed.map((row) => presentRow(row, ctx.language)),
  };
}

type Counts = { -readonly [K in 'created' | 'edited' | 'unchanged']: number };

async function problemsOfWriting(ctx: ExchangeCtx, engine: RecordEngine, row: CheckedRow, count: Counts): Promise<readonly CellProblem[]> {
  if (row.act === 'keep') {
    count.unchanged += 1;
    return [];
  }
  try {
    const placed = row.awaits ? await belowWhatCame(ctx, engine.rows, row) : row;
    if ('problem' in placed) return [placed.problem];
    const { repeated } = await ctx.act({ content: row.texts, ...(row.rowKey && { key: row.rowKey }) }, (part) => write(part, engine, placed));
    if (repeated) count.unchanged += 1;
    else count[row.act === 'create' ? 'created' : 'edited'] += 1;
    return [];
  } catch (error) {
    return problemsOf(ctx, engine.rows.record, error);
  }
}

/** The row above came with the same sheet and stands there by now; where it was refused, nothing is called so. */
async function belowWhatCame(ctx: ExchangeCtx, rows: RecordRows, row: CheckedRow): Promise<CheckedRow | { readonly problem: CellProblem }> {
  const parent = parentField(rows.record);
  const text = parent ? (row.texts[parent.name] ?? '') : '';
  const means = parent && (await rows.codeOf(parent)?.parse?.(ctx, [text]))?.[0];
  if (!parent || !means) return { problem: cellProblem(parent ?? keyField(rows), 'unknown', text, ctx.language) };
  if ('several' in means) return { problem: cellProblem(parent, 'ambiguous', means.several, ctx.language) };
  return { ...row, body: { ...row.body, [parent.name]: means.value } };
}

/** A change is refused where somebody else changed the record since it was compared. */
export const write = (part: Parameters<RecordEngine['create']>[0], engine: RecordEngine, { stored, body }: CheckedRow) =>
  stored ? engine.edit(part, stored.id, { ...body, version: stored.version }) : engine.create(part, body);

/** A refusal of the record as problems of cells. @throws what is no refusal */
export function problemsOf(ctx: ExchangeCtx, { fields }: AnyRecord, error: unknown): readonly CellProblem[] {
  const { msg, fields: at } = ctx.refusalText(error);
  const fieldOf = (path: string): string => (fields.find(({ name }) => name === path) ?? fields.find(({ column }) => column === path))?.name ?? '';
  return at.length > 0 ? at.map((one) => ({ field: fieldOf(one.path), msg: one.msg || msg })) : [{ field: '', msg }];
}
