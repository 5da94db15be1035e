import { type AliasedRawBuilder, sql } from 'kysely';
import { refusedAt } from './codec.ts';
import type { AnyRow } from './row-reader.ts';
import type { Definition, NamedColumn } from './table-definition.ts';

/**
 * Values in the form of the database, under its names.
 * @param keys default: those that have a value; what is no column stays out
 * @throws AppError `core.bad-value` for what a column cannot keep
 */
export function storedOf(definition: Definition, row: AnyRow, keys?: readonly string[]): AnyRow {
  // Plain loops: a bill of a charge writes a hundred values while others wait for its number.
  const stored: Record<string, unknown> = {};
  for (const key of keys ?? definition.keys) {
    const value = row[key];
    if (value === undefined && !keys) continue;
    const { nullable, physical, codec } = columnOf(definition, key);
    if (value === null && !nullable) throw new TypeError(`${definition.name}: ${key} is never null`);
    stored[physical] = value === null ? null : writtenAt(key, codec, value);
  }
  return stored;
}

function writtenAt(field: string, codec: NamedColumn['codec'], value: unknown): unknown {
  try {
    return codec.write(value);
  } catch (error) {
    throw refusedAt(field, error);
  }
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
