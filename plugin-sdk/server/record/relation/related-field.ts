import type { AnyRecord, RecordField } from '../../../contract/record/index.ts';
import type { Ctx, EngineFieldCode, Row, Values } from '../record-rows.ts';
import { relatedRows } from './related-rows.ts';

/** What a field that is read from another record does: nothing is written, and its text is looked up. */
export function relatedCode(record: AnyRecord, field: RecordField): EngineFieldCode {
  const code = {
    read: () => field.of.empty,
    write: async () => ({}),
    text: async (ctx: Ctx, rows: readonly Row[]) => (await textsOf(ctx, record, [field], rows)).map((texts) => String(texts[field.name] ?? '')),
  };
  // Below the types: a field of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}

/** Texts of all such fields of rows, in their order: one question for each relation that they follow, however many rows and fields. */
export async function relatedTexts(ctx: Ctx, record: AnyRecord, rows: readonly Row[]): Promise<readonly Values[]> {
  const fields = record.fields.filter(({ of }) => of.derived);
  return fields.length === 0 ? rows.map(() => ({})) : await textsOf(ctx, record, fields, rows);
}

async function textsOf(ctx: Ctx, record: AnyRecord, fields: readonly RecordField[], rows: readonly Row[]): Promise<readonly Values[]> {
  const told = rows.map((): Record<string, string> => ({}));
  for (const path of new Set(fields.map(({ from = '' }) => from))) {
    const column = record.fields.find(({ name }) => name === path)?.column ?? path;
    const idOf = (row: Row): string => String((row as Values)[column] ?? '');
    const following = fields.filter(({ from }) => from === path);
    const texts = await followedTexts(ctx, record, path, following, [...new Set(rows.map(idOf))]);
    rows.forEach((row, at) => {
      for (const { name, shows = '' } of following) (told[at] as Record<string, string>)[name] = texts.get(idOf(row))?.[shows] ?? '';
    });
  }
  return told;
}

/** What fields that follow a relation show of rows, by id of the row, then by name of the field there; what the caller does not see is missing. */
export async function followedTexts(
  ctx: Ctx,
  record: AnyRecord,
  path: string,
  following: readonly RecordField[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const target = record.fields.find(({ name, kind }) => name === path && kind === 'relation')?.target;
  const named = ids.filter((id) => id !== '');
  if (target === undefined || named.length === 0) return new Map();
  const shown = [...new Set(following.map(({ shows = '' }) => shows))];
  return await ctx.service(relatedRows(target)).texts(ctx, named, shown);
}
