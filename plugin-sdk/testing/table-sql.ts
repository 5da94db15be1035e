import type { Columns, Table } from '../server/index.ts';
import { missingOrderSql } from './order-indexes.ts';

type Def = Table<Columns>['defs'][string];

/** What a row that is there already gets in a new column that is never null; a column of kind `ref`, `org`, `id`, a date or a time has no such value. */
const VALUE_OF_OLD_ROWS: Readonly<Partial<Record<Def['kind'], string>>> = {
  text: "''",
  initials: "''",
  code: "''",
  texts: "'{}'",
  ints: "'{}'",
  grams: "'{}'",
  letters: '0',
  int: '0',
  float: '0',
  decimal: '0',
  money: '0',
  unitPrice: '0',
  quantity: '0',
  flag: 'false',
  json: "'[]'",
};

/** Statement of a migration that adds a column to a table with rows. One that cannot be null and has no obvious value for them says so. */
export function addColumnSql(table: string, def: Def): string {
  const old = initialValue(def) ?? '/* value of the rows that are there */';
  return `alter table ${table} add column ${columnSql(def, old)};`;
}

/**
 * Statements of a migration that makes a table: its columns, its key, its unique indexes over live rows, the index of its search pieces, and one for each order of
 * its `list`. An index for each filter of a growing table is for whoever knows how it is asked.
 */
export function createTableSql(table: Table<Columns>): string[] {
  const { name, defs, options } = table;
  const physical = (key: string): string => defs[key]?.physical ?? key;
  const key = (options.key ?? ['id']).map(physical);
  const columns = Object.values(defs).map((def) =>
    key.length === 1 && key[0] === def.physical ? `${def.physical} ${TYPE_OF[def.kind](def.limits)} primary key` : columnSql(def, initialValue(def)),
  );
  const rules = key.length > 1 ? [`primary key (${key.join(', ')})`] : [];
  const live = options.rowsStay ? '' : ` where ${physical('deletedAt')} is null`;
  const indexes = Object.entries(options.unique ?? {}).map(([index, keys]) => {
    const condition = options.uniqueWhere?.[index];
    const nulls = keys.some((each) => defs[each]?.nullable) ? ' nulls not distinct' : '';
    return `create unique index ${index} on ${name} (${keys.map(physical).join(', ')})${nulls}${condition === undefined ? live : ` where ${condition}`};`;
  });
  const pieces = Object.values(defs)
    .filter(({ kind }) => kind === 'grams')
    .map((def) => `create index ${name.split('.')[1]}_search_idx on ${name} using gin (${def.physical});`);
  const alone = Object.entries(options.unique ?? {}).map(([index, keys]) => ({
    columns: keys.map(physical),
    condition: options.uniqueWhere?.[index] ?? null,
    unique: true,
  }));
  return [
    `create table ${name} (\n${[...columns, ...rules].map((line) => `  ${line}`).join(',\n')}\n);`,
    ...indexes,
    ...pieces,
    ...missingOrderSql(table, alone),
  ];
}

function columnSql({ kind, physical, nullable, limits, references }: Def, initial: string | undefined): string {
  const filled = nullable ? '' : ` not null${initial === undefined ? '' : ` default ${initial}`}`;
  return `${physical} ${TYPE_OF[kind](limits)}${filled}${references ? ` references ${references} (id)` : ''}`;
}

/** What a column holds where nobody says anything; undefined where no value would do. */
function initialValue({ kind, limits }: Def): string | undefined {
  if (kind === 'int') return String(Math.max(0, limits.minimum ?? 0));
  return VALUE_OF_OLD_ROWS[kind] ?? (kind === 'choice' ? `'${limits.choices?.[0] ?? ''}'` : undefined);
}

const numeric = ({ precision, scale }: Def['limits']): string => `numeric(${precision}, ${scale})`;
const TYPE_OF: Readonly<Record<Def['kind'], (limits: Def['limits']) => string>> = {
  id: () => 'text',
  org: () => 'text',
  ref: () => 'text',
  choice: () => 'text',
  initials: () => 'text',
  text: ({ maxLength }) => `varchar(${maxLength})`,
  code: ({ maxLength }) => `varchar(${maxLength})`,
  texts: () => 'text[]',
  grams: () => 'text[]',
  letters: () => 'bigint',
  ints: () => 'integer[]',
  int: ({ maximum = 0, minimum = 0 }) => (maximum > 2_147_483_647 || minimum < -2_147_483_648 ? 'bigint' : 'integer'),
  float: () => 'double precision',
  decimal: numeric,
  money: numeric,
  unitPrice: numeric,
  quantity: numeric,
  flag: () => 'boolean',
  day: () => 'date',
  instant: () => 'timestamptz',
  minute: () => 'timestamptz',
  json: () => 'jsonb',
};
