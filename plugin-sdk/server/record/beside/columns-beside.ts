import type { TextByLanguage } from '../../../contract/index.ts';
import type { BesideColumn, BesideValue } from '../../../contract/record/index.ts';
import { answerWithin, TookTooLong } from '../../answer-within.ts';
import type { HomeReader } from '../../home-cards.ts';
import type { Ctx } from '../record-rows.ts';
import { type BesideRow, type RecordColumn, recordColumns } from './record-column.ts';

/** Rows up to which a list is sorted by a column of another plugin: all of them are read for it. */
export const MAX_SORTED_BESIDE = 2_000;
/** A list does not wait longer for what stands beside it. */
const LIMIT_MS = 3_000;
/** Characters of a sort key in a request. */
const MAX_SORT_KEY = 40;

const LATE: TextByLanguage = { zh: '没有及时读到', zhtw: '未能及時讀取', en: 'it did not answer in time' };
const BROKEN: TextByLanguage = { zh: '读取失败', zhtw: '讀取失敗', en: 'it could not be read' };
const WRONG: TextByLanguage = { zh: '读到的内容不正确', zhtw: '讀取的內容不正確', en: 'what it answered is not valid' };

/** A column of another plugin that the caller may see. */
export interface ColumnBeside {
  /** `<plugin>.<key>` */
  readonly name: string;
  readonly column: RecordColumn;
}

/** Of two columns of one name the first counts. */
export function columnsBeside(ctx: Ctx, record: string): readonly ColumnBeside[] {
  const named = new Map<string, ColumnBeside>();
  for (const { pluginId, value: column } of ctx.extensions(recordColumns(record))) {
    const name = `${pluginId}.${column.key}`;
    if (!named.has(name) && (column.need === 'session' || ctx.can(column.need))) named.set(name, { name, column });
  }
  return [...named.values()];
}

export const canSortBy = ({ name, column }: ColumnBeside): boolean => column.sorted === true && name.length <= MAX_SORT_KEY;

/** What a column says of rows, or the sentence why it says nothing. */
export type BesideAnswer = { readonly values: ReadonlyMap<string, BesideValue> } | { readonly failed: string };

/** Values of rows, whatever becomes of the plugin that gives them. */
export async function valuesBeside(ctx: Ctx, { name, column }: ColumnBeside, rows: readonly BesideRow[]): Promise<BesideAnswer> {
  if (rows.length === 0) return { values: new Map() };
  try {
    // A column that throws before it promises anything fails like any other.
    const values = await answerWithin(
      Promise.resolve().then(() => column.values(readerOf(ctx), rows)),
      LIMIT_MS,
    );
    return [...values.values()].every((value) => fits(column, value)) ? { values } : { failed: WRONG[ctx.language] };
  } catch (error) {
    ctx.log.warn({ err: error, column: name }, 'a column of another plugin could not be read');
    return { failed: (error instanceof TookTooLong ? LATE : BROKEN)[ctx.language] };
  }
}

/** Whoever looks, and nothing of the plugin that the list belongs to: its database, files and services are not the column's. */
const readerOf = ({ user, language, ip, can, dataScope, audit }: Ctx): HomeReader => ({ user, language, ip, can, dataScope, audit, message: () => undefined });

const fits = ({ kind }: RecordColumn, value: BesideValue): boolean => value === null || typeof value === (kind === 'text' ? 'string' : 'number');

/**
 * Rows of a page with what other plugins say of them: `beside` of each, and what the columns are.
 * @param total rows of the list
 */
export async function withColumnsBeside<Row extends BesideRow>(
  ctx: Ctx,
  columns: readonly ColumnBeside[],
  rows: readonly Row[],
  total: number,
): Promise<{ readonly list: Row[]; readonly columns?: readonly BesideColumn[] }> {
  if (columns.length === 0) return { list: [...rows] };
  const answers = await Promise.all(columns.map((each) => valuesBeside(ctx, each, rows)));
  return {
    list: rows.map((row) => ({ ...row, beside: Object.fromEntries(columns.map(({ name }, at) => [name, valueIn(answers[at], row.id)])) })),
    columns: columns.map((each, at) => {
      const answer = answers[at];
      const { label, kind } = each.column;
      const failed = answer && 'failed' in answer ? answer.failed : undefined;
      return {
        name: each.name,
        label: label[ctx.language],
        kind,
        sorted: failed === undefined && canSortBy(each) && total <= MAX_SORTED_BESIDE,
        ...(failed !== undefined && { failed }),
      };
    }),
  };
}

const valueIn = (answer: BesideAnswer | undefined, id: string): BesideValue => (answer && 'values' in answer ? (answer.values.get(id) ?? null) : null);

const PINYIN = new Intl.Collator('zh');

/** Rows in the order of a column: those without a value last, equal ones in the order that they came in. */
export function sortedBeside<Row extends BesideRow>(rows: readonly Row[], values: ReadonlyMap<string, BesideValue>, direction: 'asc' | 'desc'): Row[] {
  const compare = (a: BesideValue, b: BesideValue): number => (typeof a === 'number' && typeof b === 'number' ? a - b : PINYIN.compare(String(a), String(b)));
  const told = rows.map((row) => ({ row, value: values.get(row.id) ?? null }));
  const some = told.filter(({ value }) => value !== null).sort((a, b) => (direction === 'asc' ? 1 : -1) * compare(a.value, b.value));
  return [...some, ...told.filter(({ value }) => value === null)].map(({ row }) => row);
}
