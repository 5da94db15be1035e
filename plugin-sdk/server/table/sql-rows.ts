import { type AliasedRawBuilder, sql } from 'kysely';
import { atField } from './codec.ts';
import type { AnyRow } from './row-reader.ts';
import type { Definition, NamedColumn } from './table-definition.ts';

/** Values in the form of the database, under its names. @throws AppError `core.bad-value` for what a column cannot keep */
export function storedOf(definition: Definition, row: AnyRow, keys: readonly string[]): AnyRow {
  return Object.fromEntries(
    keys.map((key) => {
      const { nullable, physical, codec } = columnOf(definition, key);
      const value = row[key];
      if (value === null && !nullable) throw new TypeError(`${definition.name}: ${key} is never null`);
      return [physical, value === null ? null : atField(key, () => codec.write(value))];
    }),
  );
}

export function columnOf({ name, columns }: Definition, key: string): NamedColumn {
  const column = columns[key];
  if (!column) throw new TypeError(`${name}: ${key} is no column`);
  return column;
}

/** Columns for a statement that is written by hand, each under its key. */
export function sqlColumnsOf(definition: Definition, alias: string, keys: readonly string[] = definition.read): AliasedRawBuilder<unknown, string>[] {
  return keys.map((key) => sql.ref(`${alias}.${columnOf(definition, key).physical}`).as(key));
}

/** Reads the columns of the table in a row; what stands beside them stays. */
export const fromSqlOf = ({ columns }: Definition, row: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(row).map(([key, raw]) => {
      const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
      return [key, raw === null || !column || column.codec.plain ? raw : column.codec.read(raw)];
    }),
  );
