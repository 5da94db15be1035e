import type { Columns, Table } from '../server/index.ts';

type Def = Table<Columns>['defs'][string];

/** What a row that is there already gets in a new column that is never null; a column of kind `ref`, `org`, `id`, a date or a time has no such value. */
const VALUE_OF_OLD_ROWS: Readonly<Partial<Record<Def['kind'], string>>> = {
  text: "''",
  initials: "''",
  code: "''",
  texts: "'{}'",
  ints: "'{}'",
  grams: "'{}'",
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
export function addColumnSql(table: string, { kind, physical, nullable, limits, references }: Def): string {
  const type = TYPE_OF[kind](limits);
  const old = VALUE_OF_OLD_ROWS[kind] ?? (kind === 'choice' ? `'${limits.choices?.[0] ?? ''}'` : '/* value of the rows that are there */');
  const filled = nullable ? '' : ` not null default ${kind === 'int' ? Math.max(0, limits.minimum ?? 0) : old}`;
  return `alter table ${table} add column ${physical} ${type}${filled}${references ? ` references ${references} (id)` : ''};`;
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
