import { setImmediate } from 'node:timers/promises';
import { AppError, type Need } from '../../../contract/index.ts';
import { parentField, importedFields, needOf, type ImportPreviewRow, type RecordField } from '../../../contract/record/index.ts';
import type { CallContext } from '../../context.ts';
import type { Ctx, RecordRows, Row, Values } from '../record-rows.ts';
import { completeValues, sameValue } from '../record-values.ts';
import { readCell, saysStored } from './cells.ts';
import { type Finder, finderOf, type Found, type GivenRow, keyField, type ParsedTexts, parsedTexts } from './find-rows.ts';
import { limitProblem } from './limits.ts';
import { type SheetOrder, sheetOrder } from './sheet-order.ts';
import { type CellProblem, cellProblem, formProblem, problemsText } from './sentences.ts';

export type ExchangeCtx = Ctx & Pick<CallContext<unknown>, 'act' | 'refusalText'>;

/** A row that was read and compared with what stands there. */
export interface CheckedRow extends GivenRow {
  readonly act: 'create' | 'edit' | 'keep';
  /** The record that it changes. */
  readonly stored: Row | undefined;
  /** Of a new record what is given, of a change what differs. */
  readonly body: Values;
  readonly problems: readonly CellProblem[];
  /** Of a tree: it stands below a row of the same sheet that is not written yet; what its parent means is read again when it is written. */
  readonly awaits: boolean;
}

/** Rows between which others are answered. */
const BREATHER = 250;

/**
 * Reads rows and finds what is wrong with their cells, in the caller's language. Statements do not grow with the rows.
 * @returns the rows in the order in which they can be written: of a tree, what stands above comes first
 */
export async function checkRows(ctx: Ctx, rows: RecordRows, given: readonly GivenRow[]): Promise<CheckedRow[]> {
  const parsed = await parsedTexts(ctx, rows, given);
  const find = await finderOf(ctx, rows, given, parsed);
  const order = sheetOrder(rows, given, parsed);
  const checked: CheckedRow[] = [];
  const sheet: Sheet = { parsed, find, order, seen: new Map(), wrong: new Set() };
  for (const row of order.rows) {
    checked.push(checkRow(ctx, rows, row, sheet));
    if (checked.length % BREATHER === 0) await setImmediate();
  }
  return checked;
}

/** What rows of one sheet are checked with. */
interface Sheet {
  readonly parsed: ParsedTexts;
  readonly find: Finder;
  readonly order: SheetOrder;
  /** Row numbers by key. */
  readonly seen: Map<string, number>;
  /** Rows that cannot be written. */
  readonly wrong: Set<GivenRow>;
}

function checkRow(ctx: Ctx, rows: RecordRows, given: GivenRow, { parsed, find, order, seen, wrong }: Sheet): CheckedRow {
  const { record } = rows;
  const { language } = ctx;
  const key = keyField(rows);
  const problems: CellProblem[] = [];
  const { name, found } = find.of(given);
  const first = seen.get(name);
  if (given.texts[key.name]) {
    if (found.length > 1) problems.push(cellProblem(key, 'several', found.length, language));
    else if (first !== undefined) problems.push(cellProblem(key, 'repeated', first, language));
    else seen.set(name, given.number);
  }
  const [stored] = found.length === 1 ? found : [];
  const body: Record<string, unknown> = {};
  const readProblems = new Set<string>();
  const withheld = rows.withheldFrom(ctx);
  const parent = parentField(record);
  const above = parent && !withheld.has(parent.name) ? order.above.get(given) : undefined;
  for (const field of importedFields(record)) {
    const text = given.texts[field.name];
    if (text === undefined) continue;
    if (field === parent && above) {
      readProblems.add(field.name);
      if (order.circles.has(given)) problems.push(cellProblem(field, 'ownBranch', text, language));
      else if (wrong.has(above)) problems.push(cellProblem(field, 'above', above.number, language));
      continue;
    }
    if (withheld.has(field.name)) {
      problems.push(cellProblem(field, 'withheld', text, language));
      readProblems.add(field.name);
      continue;
    }
    const value = cellMeaning(ctx, rows, { field, text, parsed, stored });
    if (value === KEPT) continue;
    if (value.problem) {
      problems.push(value.problem);
      readProblems.add(field.name);
    } else body[field.name] = value.value;
  }
  problems.push(...valueProblems(ctx, rows, body, stored, readProblems));
  const act = !stored ? 'create' : Object.keys(body).length > 0 || readProblems.size > 0 ? 'edit' : 'keep';
  if (act !== 'keep' && problems.length === 0 && !holds(ctx, needOf(record, act)))
    problems.push({ field: '', msg: (ctx as ExchangeCtx).refusalText(new AppError('core.forbidden')).msg });
  if (problems.length > 0) wrong.add(given);
  return { ...given, act, stored: stored?.row, body, problems, awaits: above !== undefined };
}

/** The row says nothing about the field, or what stands there. */
const KEPT = Symbol('kept');
interface CellOf {
  readonly field: RecordField;
  readonly text: string;
  readonly parsed: ParsedTexts;
  readonly stored: Found | undefined;
}

function cellMeaning(
  { language }: Ctx,
  rows: RecordRows,
  { field, text, parsed, stored }: CellOf,
): typeof KEPT | { readonly value: unknown; readonly problem?: undefined } | { readonly problem: CellProblem } {
  // A number is given when the row is written, or stands there.
  if (field.numbered && text === '') return KEPT;
  if (rows.codeOf(field)) {
    if (text === '' || text === stored?.texts[field.name]?.trim()) return KEPT;
    const means = parsed.get(field.name)?.get(text);
    if (!means) return { problem: cellProblem(field, 'unknown', text, language) };
    if ('several' in means) return { problem: cellProblem(field, 'ambiguous', means.several, language) };
    return sameValue(means.value, stored?.wire[field.name]) ? KEPT : { value: means.value };
  }
  if (stored && saysStored(field, text, stored.wire[field.name], language)) return KEPT;
  const read = readCell(field, text, language);
  if (!read) return KEPT;
  return 'problem' in read ? { problem: cellProblem(field, read.problem, text, language) } : read;
}

/** What is wrong with values: limits, what is missing, what the table cannot keep. */
function valueProblems(ctx: Ctx, rows: RecordRows, body: Values, stored: Found | undefined, readProblems: ReadonlySet<string>): CellProblem[] {
  const { fields } = rows.record;
  const problems: CellProblem[] = [];
  for (const field of fields) {
    if (!(field.name in body) || rows.codeOf(field)) continue;
    const complaint = limitProblem(field, rows.table, body[field.name]);
    if (complaint) problems.push(formProblem(field, complaint, ctx.language));
  }
  const told = new Set([...readProblems, ...problems.map(({ field }) => field)]);
  const { refusal } = completeValues(fields, body, stored?.wire, ctx.language);
  for (const { path, msg } of refusal?.fields ?? []) if (!told.has(path)) problems.push({ field: path, msg });
  return problems;
}

const holds = (ctx: Ctx, need: Need): boolean => {
  if (typeof need !== 'string') return need.anyOf.some((one) => holds(ctx, one));
  return !need.startsWith('perm:') || ctx.can(need.slice('perm:'.length));
};

/** A row as preview and result carry it. */
export function presentRow({ texts, rowKey, number, act, problems }: CheckedRow, language: Ctx['language']): ImportPreviewRow<never> {
  return {
    ...texts,
    rowKey,
    rowNumber: number,
    act: problems.length > 0 ? '' : act,
    errors: problems,
    errorsInfo: problemsText(problems, language),
    imported: problems.length === 0 && act === 'keep',
  } as ImportPreviewRow<never>;
}
