import { isSiteName, type ShapeFlaw, type SiteColumn, type SiteTable, sqlType } from './table-shape.ts';

/** Names passed the rule of names; it is asked once more where they become SQL. @throws RangeError */
function named(name: string): string {
  if (!isSiteName(name)) throw new RangeError('not a name of a table or column of the site');
  return `"${name}"`;
}
const full = (table: string): string => `"site".${named(table)}`;
const literal = (text: string): string => `'${text.replaceAll('\u0000', '').replaceAll("'", "''")}'`;

const columnSql = (column: SiteColumn): string => `${named(column.field)} ${sqlType(column)}${column.allowNull ? '' : ' not null'}`;
const keyOf = (columns: readonly SiteColumn[]): string[] => columns.filter(({ primaryKey }) => primaryKey).map(({ field }) => field);
/** The name of an index is at most as long as a name can be. */
const keySql = (columns: readonly SiteColumn[]): string => `primary key (${keyOf(columns).map(named).join(', ')})`;
const tableComment = ({ table, tableName }: SiteTable): string => `comment on table ${full(table)} is ${literal(tableName)}`;
const columnComment = (table: string, { field, fieldName }: SiteColumn): string => `comment on column ${full(table)}.${named(field)} is ${literal(fieldName)}`;

/** Statements that make a table. */
export function createStatements(table: SiteTable): string[] {
  return [
    `create table ${full(table.table)} (${[...table.columns.map(columnSql), keySql(table.columns)].join(', ')})`,
    tableComment(table),
    ...table.columns.filter(({ fieldName }) => fieldName !== '').map((column) => columnComment(table.table, column)),
  ];
}

export const dropStatement = (table: string): string => `drop table ${full(table)}`;

const digitsOf = ({ dataLength }: SiteColumn): readonly [whole: number, decimals: number] => {
  const [digits = 0, decimals = 0] = dataLength.split(',').map(Number);
  return dataLength === '' ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [digits - decimals, decimals];
};

/** Whole digits of the largest number of a type. */
const WHOLE_DIGITS: Readonly<Partial<Record<SiteColumn['dataType'], number>>> = { int: 10, bigint: 19 };

/** Whether every value of the one type stands in the other unchanged. */
export function isWider(before: SiteColumn, after: SiteColumn): boolean {
  if (before.dataType === after.dataType && before.dataLength === after.dataLength) return true;
  const whole = WHOLE_DIGITS[before.dataType];
  switch (after.dataType) {
    case 'text':
      return before.dataType === 'varchar';
    case 'varchar':
      return before.dataType === 'varchar' && Number(after.dataLength) >= Number(before.dataLength);
    case 'bigint':
      return before.dataType === 'int';
    case 'decimal': {
      const [into, decimals] = digitsOf(after);
      if (whole !== undefined) return into >= whole;
      return before.dataType === 'decimal' && into >= digitsOf(before)[0] && decimals >= digitsOf(before)[1];
    }
    default:
      return false;
  }
}

/**
 * Statements that make one table of the other; columns are the same where their names are.
 * @param empty no row stands in it, so that anything may change
 * @returns the statements, none where nothing changes; or what must not be done to rows that are there
 */
export function alterStatements(before: SiteTable, after: SiteTable, empty: boolean): readonly string[] | ShapeFlaw {
  const at = full(after.table);
  const statements: string[] = [];
  const known = new Map(before.columns.map((column) => [column.field, column]));
  const wanted = new Set(after.columns.map(({ field }) => field));
  const flaw = (key: string, index: number, name: string): ShapeFlaw => ({ key, params: { name }, path: `tableFieldList.${Math.max(index, 0)}` });
  if (before.table !== after.table) statements.push(`alter table ${full(before.table)} rename to ${named(after.table)}`);
  const keyChanges = keyOf(before.columns).join() !== keyOf(after.columns).join();
  if (keyChanges && !empty) return flaw('key-has-rows', 0, keyOf(before.columns).join(', '));
  // By its columns and not by name: a table that was renamed keeps the name of its key.
  if (keyChanges && before.columns.some(({ primaryKey }) => primaryKey)) return recreate(before, after);
  for (const { field } of before.columns) {
    if (wanted.has(field)) continue;
    if (!empty) return flaw('column-has-rows', 0, field);
    statements.push(`alter table ${at} drop column ${named(field)}`);
  }
  for (const [index, column] of after.columns.entries()) {
    const old = known.get(column.field);
    if (!old) {
      if (!empty && !column.allowNull) return flaw('column-must-be-empty', index, column.field);
      statements.push(`alter table ${at} add column ${columnSql(column)}`);
    } else if (old.dataType !== column.dataType || old.dataLength !== column.dataLength) {
      if (!empty && !isWider(old, column)) return flaw('type-has-rows', index, column.field);
      // An empty table of types that do not turn into each other is made anew.
      if (!isWider(old, column)) return recreate(before, after);
      statements.push(`alter table ${at} alter column ${named(column.field)} type ${sqlType(column)}`);
    }
    if (old && old.allowNull !== column.allowNull) {
      if (!empty && !column.allowNull) return flaw('null-has-rows', index, column.field);
      statements.push(`alter table ${at} alter column ${named(column.field)} ${column.allowNull ? 'drop' : 'set'} not null`);
    }
    if (column.fieldName !== (old?.fieldName ?? '')) statements.push(columnComment(after.table, column));
  }
  if (before.tableName !== after.tableName) statements.push(tableComment(after));
  return statements;
}

/** Of an empty table alone. */
const recreate = (before: SiteTable, after: SiteTable): string[] => [dropStatement(before.table), ...createStatements(after)];
