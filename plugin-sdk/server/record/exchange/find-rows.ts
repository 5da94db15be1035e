import type { RecordField } from '../../../contract/record/index.ts';
import type { ParsedText } from '../record-code.ts';
import { keyScope } from '../record-fit.ts';
import type { Ctx, RecordRows, Row, Values } from '../record-rows.ts';
import { readCell } from './cells.ts';
import { textsOfCode } from './export-records.ts';

/** A row as a sheet or a call gives it: texts by field; a column that is not there has none. */
export interface GivenRow {
  readonly texts: Readonly<Record<string, string>>;
  readonly rowKey: string;
  readonly number: number;
}

type Parsed = ParsedText<never, unknown> | { readonly several: number };
export type ParsedTexts = ReadonlyMap<string, ReadonlyMap<string, Parsed | undefined>>;

/** What texts of the fields of code mean, by field and text. */
export async function parsedTexts(ctx: Ctx, rows: RecordRows, given: readonly GivenRow[]): Promise<ParsedTexts> {
  const all = new Map<string, ReadonlyMap<string, Parsed | undefined>>();
  const withheld = rows.withheldFrom(ctx);
  for (const field of rows.record.fields) {
    const code = rows.codeOf(field);
    if (!code?.parse || withheld.has(field.name)) continue;
    const texts = [...new Set(given.map(({ texts: of }) => of[field.name] ?? ''))].filter((text) => text !== '');
    const means = texts.length === 0 ? [] : await code.parse(ctx, texts);
    if (means.length !== texts.length)
      throw new TypeError(`${rows.record.name}: parse of ${field.name} gave ${means.length} answers for ${texts.length} texts`);
    all.set(field.name, new Map(texts.map((text, at) => [text, means[at] as Parsed | undefined])));
  }
  return all;
}

export interface Found {
  readonly row: Row;
  readonly wire: Values;
  /** Texts of the fields of code. */
  readonly texts: Readonly<Record<string, string>>;
}
export interface Finder {
  /** Records that the key names, within the places that the row says. */
  readonly of: (row: GivenRow) => { readonly name: string; readonly found: readonly Found[] };
}

/** The field by which rows are found. */
export const keyField = ({ record }: RecordRows): RecordField => {
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
export async function finderOf(ctx: Ctx, rows: RecordRows, given: readonly GivenRow[], parsed: ParsedTexts): Promise<Finder> {
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
    const means = parsed.get(field.name)?.get(text);
    const columns = means && !('several' in means) ? (means.columns as Values | undefined) : undefined;
    for (const column of scope) {
      if (columns && column in columns) within[column] = columns[column];
      const read = scope.includes(field.column) && !rows.codeOf(field) ? readCell(field, text, ctx.language) : undefined;
      if (read && 'value' in read && field.column === column) within[column] = read.value;
    }
  }
  return within;
}
