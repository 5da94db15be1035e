import { AppError, EnvelopeCode } from '../../contract/index.ts';
import { atField } from './codec.ts';
import { kept } from './column.ts';
import { liveRows, rowDoor } from './row-door.ts';
import { type AnyRow, RowCalls, Rows } from './row-reader.ts';
import { RowWriter } from './row-writer.ts';
import { fromSqlOf, sqlColumnsOf, storedOf } from './sql-rows.ts';
import { type Definition, definitionOf } from './table-definition.ts';
import type { Columns, Table, TableOptions } from './table-types.ts';

/** Shortest reason that says something. */
const MIN_REASON = 10;

/**
 * Declares a table once: from it come the type of a row, its three forms (database, value, wire), its limits, and the way to its rows. Reading goes through a
 * door by default: live rows, those of the caller's organisations, as far as the caller's data rights reach. Migrations stay SQL; a test compares.
 *
 * ```ts
 * export const wardTable = defineTable('beds.ward', {
 *   id: column.id(),
 *   orgId: column.org(),
 *   name: column.text(50),
 *   price: column.money(),
 *   searchGrams: column.grams('name'),
 *   ...kept,
 * }, { unique: { ward_name_idx: ['orgId', 'name'] }, taken: { name: ['name-taken', 'name'] }, menu: 'beds.ward' });
 * export interface WardStored extends StoredOf<typeof wardTable> {}
 *
 * const wards = await wardTable.select(ctx, 'w').where('w.name', '=', name).orderBy('w.name').execute();
 * const ward = await wardTable.lock(ctx, id, body.version);
 * await wardTable.update(ctx, ward, { price });
 * ```
 *
 * Name the constant `…Table`: the checkers know doors by it.
 */
export function defineTable<const C extends Columns>(name: string, columns: C, options: TableOptions<keyof C & string> = {}): Table<C, keyof C & string> {
  // The typed face: below it rows are records of unknown values, so that the engine costs the compiler nothing.
  return tableOf(definitionOf(name, columns, options as TableOptions<string>), columns) as unknown as Table<C, keyof C & string>;
}

function tableOf(definition: Definition, columns: Columns) {
  const { name, columns: defs, options, dataModel } = definition;
  const { select, as, find, one, lock } = new RowCalls(definition, rowDoor(definition));
  const { insert, insertAll, update, retire } = new RowWriter(definition);
  const live = liveRows(defs);
  const everybodys = new Rows(definition, () => live);
  return {
    name,
    columns,
    defs,
    options,
    dataModel,
    select,
    as,
    find,
    one,
    lock,
    insert,
    insertAll,
    update,
    retire,
    everywhere: (ctx: Parameters<typeof everybodys.select>[0], reason: string, alias?: string) => {
      if (reason.trim().length < MIN_REASON) throw new TypeError(`${name}: why are rows of everybody read? "${reason}" says nothing`);
      return everybodys.select(ctx, alias);
    },
    wire: (row: AnyRow) => wireOf(definition, row),
    toSql: (row: AnyRow) => storedOf(definition, row),
    fromSql: (row: AnyRow) => fromSqlOf(definition, row),
    sqlColumns: (alias: string, keys?: readonly string[]) => sqlColumnsOf(definition, alias, keys),
    facts: (row: AnyRow) => factsOf(definition, row),
    read: (wire: AnyRow) => valuesOf(definition, wire),
    limits: mapped(defs, ({ limits }) => limits),
    codec: mapped(defs, ({ codec, nullable }, key) => ({
      read: (raw: unknown) => (raw === null && nullable ? null : codec.read(raw)),
      write: (value: unknown) => (value === null && nullable ? null : atField(key, () => codec.write(value))),
    })),
    '~open': new RowCalls(definition, () => undefined),
  };
}

const mapped = <In, Out>(members: Readonly<Record<string, In>>, to: (member: In, key: string) => Out): Readonly<Record<string, Out>> =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, to(member, key)]));

function wireOf({ columns, read }: Definition, row: AnyRow): AnyRow {
  return Object.fromEntries(read.map((key) => [key, row[key] === null ? null : columns[key]?.codec.toWire(row[key])]));
}

const OWN: readonly string[] = ['id', ...Object.keys(kept)];

function factsOf({ columns, read }: Definition, row: AnyRow): AnyRow {
  const decided = Object.entries(columns).filter(([key]) => read.includes(key) && !OWN.includes(key));
  return Object.fromEntries(decided.map(([key, { physical, codec }]) => [physical, row[key] === null || codec.plain ? row[key] : codec.write(row[key])]));
}

/** All fields that are wrong are named at once. */
function valuesOf({ columns, read, name }: Definition, wire: AnyRow): AnyRow {
  const values: Record<string, unknown> = {};
  const fields: { path: string; msg: string }[] = [];
  for (const [key, given] of Object.entries(wire)) {
    const column = columns[key];
    if (!column || !read.includes(key)) throw new TypeError(`${name}: ${key} is no column that is read`);
    if (given === undefined) continue;
    try {
      if (given === null && !column.nullable) throw new RangeError('null');
      values[key] = given === null ? null : column.codec.fromWire(given);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      fields.push({ path: key, msg: '' });
    }
  }
  if (fields.length > 0) throw new AppError('core.bad-value', { code: EnvelopeCode.Invalid, fields });
  return values;
}
