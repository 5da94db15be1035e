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

const flaw = (key: string, index: number, name: string): ShapeFlaw => ({ key, params: { name }, path: `tableFieldList.${Math.max(index, 0)}` });
const isFlaw = (answer: readonly string[] | ShapeFlaw): answer is ShapeFlaw => !Array.isArray(answer);

/**
 * Statements that make one table of the other; columns are the same where their names are.
 * @param empty no row stands in it, so that anything may change
 * @returns the statements, none where nothing changes; or what must not be done to rows that are there
 */
export function alterStatements(before: SiteTable, after: SiteTable, empty: boolean): readonly string[] | ShapeFlaw {
  const keyChanges = keyOf(before.columns).join() !== keyOf(after.columns).join();
  if (keyChanges && !empty) return flaw('key-has-rows', 0, keyOf(before.columns).join(', '));
  // By its columns and not by name: a table that was renamed keeps the name of its key.
  if (keyChanges && before.columns.some(({ primaryKey }) => primaryKey)) return recreate(before, after);
  const statements = before.table === after.table ? [] : [`alter table ${full(before.table)} rename to ${named(after.table)}`];
  const wanted = new Set(after.columns.map(({ field }) => field));
  const gone = before.columns.map(({ field }) => field).filter((field) => !wanted.has(field));
  if (gone[0] !== undefined && !empty) return flaw('column-has-rows', 0, gone[0]);
  statements.push(...gone.map((field) => `alter table ${full(after.table)} drop column ${named(field)}`));
  const known = new Map(before.columns.map((column) => [column.field, column]));
  for (const [index, column] of after.columns.entries()) {
    const old = known.get(column.field);
    // An empty table of types that do not turn into each other is made anew.
    if (old && empty && !isWider(old, column)) return recreate(before, after);
    const changes = old ? columnChanges(after.table, old, { column, index, empty }) : newColumn(after.table, { column, index, empty });
    if (isFlaw(changes)) return changes;
    statements.push(...changes);
    if (column.fieldName !== (old?.fieldName ?? '')) statements.push(columnComment(after.table, column));
  }
  if (before.tableName !== after.tableName) statements.push(tableComment(after));
  return statements;
}

interface PlacedColumn {
  readonly column: SiteColumn;
  /** Place among the columns. */
  readonly index: number;
  /** Of the table. */
  readonly empty: boolean;
}

/** A column that was not there: rows that are there have nothing to put into it. */
const newColumn = (table: string, { column, index, empty }: PlacedColumn): readonly string[] | ShapeFlaw =>
  empty || column.allowNull ? [`alter table ${full(table)} add column ${columnSql(column)}`] : flaw('column-must-be-empty', index, column.field);

/** Of a column that stays: its type, and whether it may be empty. */
function columnChanges(table: string, old: SiteColumn, { column, index, empty }: PlacedColumn): readonly string[] | ShapeFlaw {
  const at = `alter table ${full(table)} alter column ${named(column.field)}`;
  const typeChanges = old.dataType !== column.dataType || old.dataLength !== column.dataLength;
  const nullChanges = old.allowNull !== column.allowNull;
  if (typeChanges && !empty && !isWider(old, column)) return flaw('type-has-rows', index, column.field);
  if (nullChanges && !empty && !column.allowNull) return flaw('null-has-rows', index, column.field);
  return [...(typeChanges ? [`${at} type ${sqlType(column)}`] : []), ...(nullChanges ? [`${at} ${column.allowNull ? 'drop' : 'set'} not null`] : [])];
}

/** Of an empty table alone. */
const recreate = (before: SiteTable, after: SiteTable): string[] => [dropStatement(before.table), ...createStatements(after)];
