import type { Columns, Table } from '../server/index.ts';
import { missingOrderSql, type PlainIndex } from './order-indexes.ts';
import { addColumnSql } from './table-sql.ts';

/** What the catalogue of a database says of a table. */
export interface TableFacts {
  readonly columns: readonly ColumnFacts[];
  /** Those that keep rows apart. */
  readonly indexes: readonly IndexFacts[];
  /** All that rows can be walked along in an order. */
  readonly ordered: readonly PlainIndex[];
  readonly foreignKeys: readonly { readonly column: string; readonly table: string }[];
  readonly primaryKey: readonly string[];
}
export interface ColumnFacts {
  readonly name: string;
  /** As `format_type` prints it: `numeric(14,2)`, `character varying(50)`. */
  readonly type: string;
  readonly nullable: boolean;
  /** Filled in where nothing is given. */
  readonly hasDefault: boolean;
}
export interface IndexFacts {
  readonly name: string;
  /** Names, or expressions as `pg_get_indexdef` prints them: `lower(account)`. */
  readonly columns: readonly string[];
  /** Condition of a partial index, as `pg_get_expr` prints it. */
  readonly condition: string | null;
  readonly nullsNotDistinct: boolean;
}

/** Statement for the facts of all tables: rows of name and `TableFacts`. */
export const TABLE_FACTS_SQL = `
  select n.nspname || '.' || c.relname as name, jsonb_build_object(
    'columns', (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
        'hasDefault', a.atthasdef or a.attidentity <> '') order by a.attnum)
      from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'indexes', coalesce((select jsonb_agg(jsonb_build_object('name', i.relname, 'condition', pg_get_expr(x.indpred, x.indrelid),
        'nullsNotDistinct', pg_get_indexdef(x.indexrelid) like '%NULLS NOT DISTINCT%',
        'columns', (select jsonb_agg(coalesce(a.attname, pg_get_indexdef(x.indexrelid, k.at::int, true)) order by k.at) from unnest(x.indkey::int2[]) with ordinality as k(attnum, at)
          left join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.attnum)))
      from pg_index as x join pg_class as i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisunique and not x.indisprimary), '[]'),
    'ordered', coalesce((select jsonb_agg(jsonb_build_object('condition', pg_get_expr(x.indpred, x.indrelid), 'unique', x.indisunique,
        'columns', (select jsonb_agg(pg_get_indexdef(x.indexrelid, k.at::int, true) order by k.at) from generate_series(1, x.indnkeyatts) as k(at))))
      from pg_index as x join pg_class as i on i.oid = x.indexrelid join pg_am as m on m.oid = i.relam and m.amname = 'btree' where x.indrelid = c.oid), '[]'),
    'primaryKey', coalesce((select jsonb_agg(a.attname order by k.at)
      from pg_index as x, unnest(x.indkey::int2[]) with ordinality as k(attnum, at) join pg_attribute as a on a.attnum = k.attnum
      where x.indrelid = c.oid and x.indisprimary and a.attrelid = c.oid), '[]'),
    'foreignKeys', coalesce((select jsonb_agg(jsonb_build_object('column', a.attname, 'table', fn.nspname || '.' || fc.relname))
      from pg_constraint as f join pg_class as fc on fc.oid = f.confrelid join pg_namespace as fn on fn.oid = fc.relnamespace
        join pg_attribute as a on a.attrelid = c.oid and a.attnum = f.conkey[1]
      where f.conrelid = c.oid and f.contype = 'f' and cardinality(f.conkey) = 1), '[]')
  ) as facts
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`;

type Declared = Table<Columns>;
type Def = Declared['defs'][string];

/** Differences between a declared table and the migrated database, each a sentence with table and column; none where they agree. */
export function tableDrift(table: Declared, facts: TableFacts | undefined): string[] {
  if (!facts) return [`${table.name}: the database has no such table`];
  const named = new Map(facts.columns.map((one) => [one.name, one]));
  const declared = Object.entries(table.defs);
  const known = new Set([...declared.map(([, { physical }]) => physical), ...(table.options.others ?? [])]);
  return [
    ...declared.flatMap(([key, def]) => columnDrift(table.name, key, def, named.get(def.physical)).map((what) => `${table.name}.${def.physical}: ${what}`)),
    ...(table.options.others ?? []).flatMap((name) => otherDrift(table, name, named.get(name))),
    ...facts.columns
      .filter(({ name }) => !known.has(name))
      .map(({ name, type }) => `${table.name}.${name}: ${type} in the database, not declared; declare it, or name it in \`others\``),
    ...keyDrift(table, facts.primaryKey),
    ...uniqueDrift(table, facts.indexes),
    ...missingOrderSql(table, facts.ordered).map((statement) => `${table.name}: no index walks an order of its list; a migration makes it: ${statement}`),
    ...foreignKeyDrift(declared, facts.foreignKeys).map(([column, what]) => `${table.name}.${column}: ${what}`),
  ];
}

/** A column that nobody writes must not stand in the way of a new row. */
function otherDrift(table: Declared, name: string, fact: ColumnFacts | undefined): string[] {
  if (!fact) return [`${table.name}.${name}: named in \`others\`, the database has no such column`];
  return fact.nullable || fact.hasDefault ? [] : [`${table.name}.${name}: named in \`others\`, but a row without a value for it is refused`];
}

function columnDrift(table: string, key: string, def: Def, fact: ColumnFacts | undefined): string[] {
  if (!fact) return [`declared as ${def.kind} ${key}, the database has no such column; a migration adds it: ${addColumnSql(table, def)}`];
  const drift: string[] = [];
  if (def.nullable !== fact.nullable)
    drift.push(`declared ${def.nullable ? 'nullable' : 'not null'}, ${fact.nullable ? 'nullable' : 'not null'} in the database`);
  const problem = typeDrift(def, fact.type);
  return problem ? [...drift, problem] : drift;
}

const TEXT_KINDS: readonly string[] = ['id', 'org', 'ref', 'text', 'code', 'choice', 'initials'];
const FIXED: Readonly<Record<string, readonly string[]>> = {
  flag: ['boolean'],
  float: ['double precision'],
  day: ['date'],
  instant: ['timestamp with time zone'],
  minute: ['timestamp with time zone'],
  json: ['jsonb', 'json'],
  grams: ['text[]'],
  letters: ['bigint'],
  texts: ['text[]'],
  ints: ['smallint[]', 'integer[]'],
};
const INTEGERS: Readonly<Record<string, number>> = { smallint: 32_767, integer: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER };

function typeDrift({ kind, limits, codec }: Def, type: string): string | undefined {
  const differs = (declared: string): string => `declared as ${declared}, ${type} in the database`;
  if (TEXT_KINDS.includes(kind)) {
    const length = /^character varying\((\d+)\)$/.exec(type)?.[1];
    const needed = limits.maxLength ?? Math.max(...(limits.choices ?? []).map((choice) => choice.length));
    if (length !== undefined) return Number(length) < needed ? differs(`${kind} of up to ${needed} characters`) : undefined;
    return type === 'text' ? undefined : differs(kind);
  }
  if (kind === 'int') {
    const most = INTEGERS[type];
    const { minimum = 0, maximum = 0 } = limits;
    if (most === undefined || maximum > most || minimum < -most - 1) return differs(`int from ${minimum} to ${maximum}`);
    return codec.plain === (type === 'bigint')
      ? differs(`int from ${minimum} to ${maximum}, which is read ${codec.plain ? 'as a number' : 'as text'}`)
      : undefined;
  }
  const fixed = FIXED[kind];
  if (fixed) return fixed.includes(type) ? undefined : differs(kind);
  const declared = `numeric(${limits.precision},${limits.scale})`;
  return type === declared ? undefined : differs(`${kind} ${declared}`);
}

function keyDrift({ name, defs, options }: Declared, primaryKey: readonly string[]): string[] {
  const declared = (options.key ?? ['id']).map((key) => defs[key]?.physical ?? key);
  if (declared.join() === primaryKey.join()) return [];
  return [`${name}: rows are found by (${declared.join(', ')}), the primary key in the database is (${primaryKey.join(', ')})`];
}

/** Each declared index is there, over live rows and exactly its columns, and each that is there is declared. */
function uniqueDrift({ name, defs, options }: Declared, indexes: readonly IndexFacts[]): string[] {
  const declared = Object.entries(options.unique ?? {});
  const physical = (key: string): string => defs[key]?.physical ?? key;
  const missing = declared.flatMap(([index, keys]) => {
    const at = `${name}: unique index ${index}`;
    const fact = indexes.find((one) => one.name === index);
    const columns = keys.map(physical);
    if (!fact) return [`${at} over (${columns.join(', ')}) is not in the database`];
    const drift: string[] = [];
    const [found, conditions] = [unorderedPair(fact.columns).map(loweredColumn), conditionsOf(fact.condition)];
    if (found.join() !== columns.join()) drift.push(`${at}: declared over (${columns.join(', ')}), over (${fact.columns.join(', ')}) in the database`);
    const filled = columns.map((column) => `${column} <> ''::text`);
    const rest = conditions.filter((one) => !filled.includes(one)).join();
    const declaredCondition = options.uniqueWhere?.[index];
    if (declaredCondition !== undefined) {
      if (fact.condition !== declaredCondition)
        drift.push(`${at}: declared with the condition ${declaredCondition}, ${fact.condition ?? 'none'} in the database`);
    } else if (rest !== (options.rowsStay ? '' : `${physical('deletedAt')} IS NULL`))
      drift.push(`${at} must count ${options.rowsStay ? 'all rows' : 'live rows alone'}, its condition is ${fact.condition ?? 'missing'}`);
    const nulls = keys.filter((key) => defs[key]?.nullable && !conditions.includes(`${physical(key)} IS NOT NULL`));
    if (nulls.length > 0 && !fact.nullsNotDistinct) drift.push(`${at} lets rows with a null through: it needs \`nulls not distinct\``);
    return drift;
  });
  const unknown = indexes.filter((one) => !declared.some(([index]) => index === one.name));
  return [...missing, ...unknown.map((one) => `${name}: unique index ${one.name} over (${one.columns.join(', ')}) is in the database, not declared`)];
}

/** `lower(account)` → `account` */
const loweredColumn = (column: string): string => /^lower\((\w+)\)$/.exec(column)?.[1] ?? column;

/** `LEAST(a, b)`, `GREATEST(a, b)` → `a`, `b`: which of the two is first means nothing. */
function unorderedPair(columns: readonly string[]): readonly string[] {
  const [least, greatest, ...rest] = columns;
  const [, first, second] = /^LEAST\((\w+), (\w+)\)$/.exec(least ?? '') ?? [];
  return first !== undefined && second !== undefined && greatest === `GREATEST(${first}, ${second})` ? [first, second, ...rest] : columns;
}

/** `((mobile <> ''::text) AND (deleted_at IS NULL))` → its parts */
const conditionsOf = (condition: string | null): string[] =>
  (condition ?? '')
    .replace(/^\((\(.*\))\)$/, '$1')
    .replace(/^\(|\)$/g, '')
    .split(') AND (');

function foreignKeyDrift(declared: readonly (readonly [string, Def])[], keys: TableFacts['foreignKeys']): [column: string, what: string][] {
  const found = new Map(keys.map(({ column, table }) => [column, table]));
  return declared.flatMap(([, { physical, references }]): [string, string][] => {
    const actual = found.get(physical);
    if (actual === references) return [];
    return [
      [physical, `declared with ${references ? `a foreign key to ${references}` : 'no foreign key'}, ${actual ? `one to ${actual}` : 'none'} in the database`],
    ];
  });
}
