import { sql, type SqlBool } from 'kysely';
import type { RecordField } from '../../../contract/record/index.ts';
import { type Column, column } from '../../table/column.ts';
import type { Ctx, EngineFieldCode, EngineTable, Row, Values } from '../record-rows.ts';

type AnyColumn = Column<unknown, unknown, unknown>;

/** What a value of a kind that a plugin adds does between its column and the wire. */
export interface PluginCell {
  readonly read: (row: Row) => unknown;
  /** @throws AppError what the column does not take */
  readonly columns: (value: unknown) => Values;
}

/** Nothing where the kind is one of the SDK. */
export function pluginCell({ column: key, of }: RecordField, table: EngineTable): readonly PluginCell[] {
  const { plugin } = of;
  if (!plugin) return [];
  const { toColumn = (value: unknown) => value, fromColumn = (stored: unknown) => stored } = plugin;
  const isBlank = (value: unknown): boolean => of.blank !== undefined && value === of.blank;
  const read = (row: Row): unknown => {
    const stored = (table.wire(row) as Values)[key];
    return stored === null && of.blank !== undefined ? of.blank : fromColumn(stored);
  };
  /** Through the table, so that nothing longer than its column gets in. */
  const stored = (value: unknown): unknown => (isBlank(value) ? null : (table.read({ [key]: toColumn(value) }) as Values)[key]);
  return [{ read, columns: (value) => ({ [key]: stored(value) }) }];
}

/** The same for a field, with workbooks and search; undefined: its kind is one of the SDK. */
export function pluginKindCode(field: RecordField, table: EngineTable): EngineFieldCode | undefined {
  const { column: key, of } = field;
  const [cell] = pluginCell(field, table);
  if (!of.plugin || !cell) return undefined;
  const { toText, fromText, filtered } = of.plugin;
  const { read, columns } = cell;
  const code = {
    read,
    write: async (_ctx: Ctx, value: unknown) => columns(value),
    text: async (ctx: Ctx, rows: readonly Row[]) => rows.map((row) => toText(read(row), ctx.language)),
    ...(filtered && {
      narrow: async (_ctx: Ctx, value: unknown) => sql<SqlBool>`${sql.ref(`row.${key}`)} = ${table.codec[key]?.write(columns(value)[key])}`,
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
