import { sql, type SqlBool } from 'kysely';
import type { RecordField } from '../../../contract/record/index.ts';
import { type Column, column } from '../../table/column.ts';
import type { Ctx, EngineFieldCode, EngineTable, Row, Values } from '../record-rows.ts';

type AnyColumn = Column<unknown, unknown, unknown>;

/** What a field of a kind that a plugin adds does between its column, the wire and workbooks; undefined: its kind is one of the SDK. */
export function pluginKindCode(field: RecordField, table: EngineTable): EngineFieldCode | undefined {
  const { column: key, of } = field;
  const { plugin } = of;
  if (!plugin) return undefined;
  const { toColumn = (value: unknown) => value, fromColumn = (stored: unknown) => stored, toText, fromText, filtered } = plugin;
  const isBlank = (value: unknown): boolean => of.blank !== undefined && value === of.blank;
  const read = (row: Row): unknown => {
    const stored = (table.wire(row) as Values)[key];
    return stored === null && of.blank !== undefined ? of.blank : fromColumn(stored);
  };
  /** Through the table, so that nothing longer than its column gets in. */
  const stored = (value: unknown): unknown => (isBlank(value) ? null : (table.read({ [key]: toColumn(value) }) as Values)[key]);
  const code = {
    read,
    write: async (_ctx: Ctx, value: unknown) => ({ [key]: stored(value) }),
    text: async (ctx: Ctx, rows: readonly Row[]) => rows.map((row) => toText(read(row), ctx.language)),
    ...(filtered && {
      narrow: async (_ctx: Ctx, value: unknown) => sql<SqlBool>`${sql.ref(`row.${key}`)} = ${table.codec[key]?.write(stored(value))}`,
    }),
    ...(fromText && {
      parse: async (_ctx: Ctx, texts: readonly string[]) =>
        texts.map((text) => {
          const value = fromText(text);
          return value === undefined ? undefined : { value };
        }),
    }),
  };
  // Below the types: values of the kind are what its plugin says.
  return code as unknown as EngineFieldCode;
}

/** Its column, before it is known whether it can be null. */
export function pluginColumn({ of }: RecordField): AnyColumn | undefined {
  const own = of.plugin?.column;
  switch (own?.kind) {
    case 'text':
      return column.text(own.length);
    case 'texts':
      return column.texts(own.length);
    case 'int':
      return column.int(own.min, own.max);
    case 'json':
      return column.json();
    case undefined:
      return undefined;
  }
}
