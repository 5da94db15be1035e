import { setImmediate } from 'node:timers/promises';
import { AppError, type Need } from '../../../contract/index.ts';
import { buttonOf, type ImportPreviewRow, type RecordField } from '../../../contract/record/index.ts';
import type { CallContext } from '../../context.ts';
import type { ParsedText } from '../record-code.ts';
import { keyScope } from '../record-fit.ts';
import type { Ctx, RecordRows, Row, Values } from '../record-rows.ts';
import { completeValues } from '../record-values.ts';
import { readCell, saysStored } from './cells.ts';
import { textsOfCode } from './export-records.ts';
import { limitProblem } from './limits.ts';
import { type CellProblem, cellProblem, formProblem, problemsText } from './sentences.ts';

export type ExchangeCtx = Ctx & Pick<CallContext<unknown>, 'act' | 'refusalText'>;

/** A row as a sheet or a call gives it: texts by field; a column that is not there has none. */
export interface GivenRow {
  readonly texts: Readonly<Record<string, string>>;
  readonly rowKey: string;
  readonly number: number;
}

/** A row that was read and compared with what stands there. */
export interface CheckedRow extends GivenRow {
  readonly act: 'create' | 'edit' | 'keep';
  /** The record that it changes. */
  readonly stored: Row | undefined;
  /** Of a new record what is given, of a change what differs. */
  readonly body: Values;
  readonly problems: readonly CellProblem[];
}

type Parsed = ParsedText<never, unknown>;
type ParsedTexts = ReadonlyMap<string, ReadonlyMap<string, Parsed | undefined>>;

/** Rows between which others are answered. */
const BREATHER = 250;

/** Reads rows and finds what is wrong with their cells, in the caller's language. Statements do not grow with the rows. */
export async function checkRows(ctx: Ctx, rows: RecordRows, given: readonly GivenRow[]): Promise<CheckedRow[]> {
  const parsed = await parsedTexts(ctx, rows, given);
  const find = await finderOf(ctx, rows, given, parsed);
  const seen = new Map<string, number>();
  const checked: CheckedRow[] = [];
  for (const row of given) {
    checked.push(checkRow(ctx, rows, row, parsed, find, seen));
    if (checked.length % BREATHER === 0) await setImmediate();
  }
  return checked;
}

/** What texts of the fields of code mean, by field and text. */
async function parsedTexts(ctx: Ctx, rows: RecordRows, given: readonly GivenRow[]): Promise<ParsedTexts> {
  const all = new Map<string, ReadonlyMap<string, Parsed | undefined>>();
  for (const field of rows.record.fields) {
    const code = rows.codeOf(field);
    if (!code?.parse) continue;
    const texts = [...new Set(given.map(({ texts: of }) => of[field.name] ?? ''))].filter((text) => text !== '');
    const means = texts.length === 0 ? [] : await code.parse(ctx, texts);
    if (means.length !== texts.length)
      throw new TypeError(`${rows.record.name}: parse of ${field.name} gave ${means.length} answers for ${texts.length} texts`);
    all.set(field.name, new Map(texts.map((text, at) => [text, means[at] as Parsed | undefined])));
  }
  return all;
}

interface Found {
  readonly row: Row;
  readonly wire: Values;
  /** Texts of the fields of code. */
  readonly texts: Readonly<Record<string, string>>;
}
interface Finder {
  /** Records that the key names, within the places that the row says. */
  readonly of: (row: GivenRow) => { readonly name: string; readonly found: readonly Found[] };
}

const keyField = ({ record }: RecordRows): RecordField => {
  const field = record.fields.find(({ name }) => name === record.acts.import?.key);
  if (!field) throw new TypeError(`${record.name}: nothing is imported`);
  return field;
};

/** A key as its text means it; one that stands there as it is goes before one in narrow letters. */
function keysOf(field: RecordField, text: string, ctx: Ctx): readonly string[] {
  const read = readCell(field, text, ctx.language);
  return [...new Set([text, ...(read && 'value' in read ? [String(read.value)] : [])])].filter((key) => key !== '');
}

/** Looks for all records of a chunk at once, through the door of the list. */
async function finderOf(ctx: Ctx, rows: RecordRows, given: readonly GivenRow[], parsed: ParsedTexts): Promise<Finder> {
  const key = keyField(rows);
  const scope = keyScope(rows.table, key.column) ?? [];
  const stored = await rows.byColumn(ctx, key.column, [...new Set(given.flatMap(({ texts }) => keysOf(key, texts[key.name] ?? '', ctx)))]);
  const coded = rows.record.fields.filter((field) => rows.codeOf(field));
  const texts = await textsOfCode(ctx, rows, stored, coded);
  const byKey = new Map<string, Found[]>();
  stored.forEach((row, at) => {
    const found = { row, wire: rows.wire(row), texts: Object.fromEntries([...texts].map(([name, all]) => [name, all[at] ?? ''])) };
    const name = String((row as Values)[key.column]);
    byKey.set(name, [...(byKey.get(name) ?? []), found]);
  });
  return {
    of: ({ texts: of }) => {
      const within = scopeOf(rows, of, parsed, scope, ctx);
      const candidates = keysOf(key, of[key.name] ?? '', ctx).map((name) => byKey.get(name) ?? []);
      const fitting = (candidates.find((list) => list.length > 0) ?? []).filter(({ row }) =>
        Object.entries(within).every(([column, value]) => (row as Values)[column] === value),
      );
      return { name: JSON.stringify([of[key.name], within]), found: fitting };
    },
  };
}

/** Columns beside the key that decide which record is meant, as far as the row says them. */
function scopeOf(rows: RecordRows, texts: GivenRow['texts'], parsed: ParsedTexts, scope: readonly string[], ctx: Ctx): Values {
  const within: Record<string, unknown> = {};
  for (const field of rows.record.fields) {
    const text = texts[field.name] ?? '';
    if (text === '') continue;
    const columns = parsed.get(field.name)?.get(text)?.columns as Values | undefined;
    for (const column of scope) {
      if (columns && column in columns) within[column] = columns[column];
      const read = scope.includes(field.column) && !rows.codeOf(field) ? readCell(field, text, ctx.language) : undefined;
      if (read && 'value' in read && field.column === column) within[column] = read.value;
    }
  }
  return within;
}

function checkRow(ctx: Ctx, rows: RecordRows, given: GivenRow, parsed: ParsedTexts, finder: Finder, seen: Map<string, number>): CheckedRow {
  const { record } = rows;
  const { language } = ctx;
  const key = keyField(rows);
  const problems: CellProblem[] = [];
  const { name, found } = finder.of(given);
  const first = seen.get(name);
  if (given.texts[key.name]) {
    if (found.length > 1) problems.push(cellProblem(key, 'several', found.length, language));
    else if (first !== undefined) problems.push(cellProblem(key, 'repeated', first, language));
    else seen.set(name, given.number);
  }
  const [stored] = found.length === 1 ? found : [];
  const body: Record<string, unknown> = {};
  const readProblems = new Set<string>();
  for (const field of record.fields) {
    const text = given.texts[field.name];
    if (text === undefined) continue;
    const value = cellMeaning(ctx, rows, { field, text, parsed, stored });
    if (value === KEPT) continue;
    if (value.problem) {
      problems.push(value.problem);
      readProblems.add(field.name);
    } else body[field.name] = value.value;
  }
  problems.push(...valueProblems(ctx, rows, body, stored, readProblems));
  const act = !stored ? 'create' : Object.keys(body).length > 0 || readProblems.size > 0 ? 'edit' : 'keep';
  if (act !== 'keep' && problems.length === 0 && !holds(ctx, record.acts[act]?.need ?? `perm:${record.name}:${buttonOf(act)}`))
    problems.push({ field: '', msg: (ctx as ExchangeCtx).refusalText(new AppError('core.forbidden')).msg });
  return { ...given, act, stored: stored?.row, body, problems };
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
  if (rows.codeOf(field)) {
    if (text === '' || text === stored?.texts[field.name]?.trim()) return KEPT;
    const means = parsed.get(field.name)?.get(text);
    if (!means) return { problem: cellProblem(field, 'unknown', text, language) };
    return means.value === stored?.wire[field.name] ? KEPT : { value: means.value };
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
