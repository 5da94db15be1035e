import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { readRange, SEVERAL_MARK, WORDS_MARK } from '../../../contract/record/filter/filter-ways.ts';
import { holding } from '../files/files-code.ts';

type Condition = RawBuilder<SqlBool>;

/** Columns of a table that hold numbers are compared as numbers with any number of decimals: nothing is rounded, nothing overflows. */
const END_TYPES: Readonly<Record<string, string>> = { day: 'date', month: 'text' };
const endOf = (kind: string, end: string) =>
  kind === 'instant' ? sql`to_timestamp(${end}::numeric / 1000)` : sql`${end}::${sql.raw(END_TYPES[kind] ?? 'numeric')}`;

const refused = ({ name }: RecordField): AppError => new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path: name, msg: '' }] });

/** @throws AppError for what is no range: a day that is none */
export function between(field: RecordField, value: unknown): Condition {
  const range = readRange(field.kind, String(value));
  if (!range) throw refused(field);
  const column = sql.ref(`row.${field.column}`);
  const ends = [
    // An empty month stands before all others and lies in no range.
    ...(field.kind === 'month' ? [sql<SqlBool>`${column} <> ''`] : []),
    ...(range.from === '' ? [] : [sql<SqlBool>`${column} >= ${endOf(field.kind, range.from)}`]),
    ...(range.to === '' ? [] : [sql<SqlBool>`${column} <= ${endOf(field.kind, range.to)}`]),
  ];
  return range.from === '' && range.to === '' ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(ends, sql` and `)})`;
}

/** Rows that have any of these choices. */
export function anyOf({ column }: RecordField, value: unknown): Condition {
  const chosen = String(value)
    .split(SEVERAL_MARK)
    .filter((each) => each !== '');
  return chosen.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`row.${column}`)} && ${chosen}::text[]`;
}

/** Rows whose text holds something, nothing, or these words, small or large, full or half width. Pieces of other looks are one text. */
export function saying({ column }: RecordField, value: unknown): Condition {
  const asked = String(value);
  const pieces = sql`jsonb_array_elements(${sql.ref(`row.${column}`)} -> 'ops') with ordinality as piece(op, at)`;
  if (!asked.startsWith(WORDS_MARK)) {
    // A picture is something, and a text of line ends alone is nothing.
    const some = sql<SqlBool>`exists (select from ${pieces} where jsonb_typeof(op -> 'insert') = 'object' or op ->> 'insert' ~ '\\S')`;
    return asked === '1' ? some : sql<SqlBool>`not ${some}`;
  }
  const words = asked.slice(WORDS_MARK.length).trim();
  if (words === '') return sql<SqlBool>`true`;
  const text = sql`(select string_agg(op ->> 'insert', '' order by at) from ${pieces} where jsonb_typeof(op -> 'insert') = 'string')`;
  return sql<SqlBool>`position(lower(normalize(${words}, nfkc)) in lower(normalize(${text}, nfkc))) > 0`;
}

/** Condition on rows (alias `row`) for each way of narrowing that goes by the kind alone. */
export const FILTERS = { holds: holding, range: between, several: anyOf, words: saying } as const;
