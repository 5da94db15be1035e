import { type DataModel, defineDataModel } from '../data-rights/data-model.ts';
import type { ColumnDef } from './column.ts';
import type { Columns, TableOptions } from './table-types.ts';

/** A column under its key, its name in the database settled. */
export type NamedColumn = ColumnDef & { readonly physical: string };
/** A table as the code below the types sees it. */
export interface Definition {
  readonly name: string;
  readonly columns: Readonly<Record<string, NamedColumn>>;
  /** Keys of all columns. */
  readonly keys: readonly string[];
  /** Keys of a row that is read. */
  readonly read: readonly string[];
  /** What a row is found by. */
  readonly key: readonly string[];
  readonly options: TableOptions<string>;
  readonly dataModel: DataModel | undefined;
}

const TABLE_NAME = /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/;
const PHYSICAL = /^[a-z][a-z0-9_]*$/;
const KEY = /^[a-z][A-Za-z0-9]*$/;
/** Columns that rows are found and sorted by, and that nobody reads. */
const UNREAD: readonly string[] = ['searchGrams', 'searchLetters', 'pinyin', 'deletedAt'];
const NEEDED = ['createdAt', 'updatedAt', 'version', 'deletedAt'];
const ID = ['id'];

/** Decided once, here; no statement is ever searched for names. */
const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Ends with a sentence that says what is wrong. */
type Wrong = (what: string) => never;

/** Says what is wrong with a definition, with the table and the column. */
export function definitionOf(name: string, given: Columns, options: TableOptions<string>): Definition {
  const wrong: Wrong = (what) => {
    throw new TypeError(`defineTable ${name}: ${what}`);
  };
  if (!TABLE_NAME.test(name)) wrong('the name needs its schema, like core.position');
  const columns = namedColumns(given, wrong);
  checkNeeded(columns, options, wrong);
  checkOptions(columns, options, wrong);
  const dataModel = dataModelOf(name, columns, options, orgColumnOf(columns, options, wrong));
  const keys = Object.keys(columns);
  return { name, columns, keys, read: keys.filter((key) => !UNREAD.includes(key)), key: options.key ?? ID, options, dataModel };
}

function namedColumns(given: Columns, wrong: Wrong): Readonly<Record<string, NamedColumn>> {
  const columns: Record<string, NamedColumn> = {};
  const owners = new Map<string, string>();
  for (const [key, { def }] of Object.entries(given)) {
    const physical = def.physical ?? snakeCase(key);
    if (!KEY.test(key) || !PHYSICAL.test(physical)) wrong(`${key} (${physical}) is no name of a column`);
    if (owners.has(physical)) wrong(`${key} and ${owners.get(physical)} are one column, ${physical}`);
    owners.set(physical, key);
    if ((def.kind === 'grams') !== (key === 'searchGrams')) wrong(`${key}: search pieces, and nothing else, stand in searchGrams`);
    if ((def.kind === 'letters') !== (key === 'searchLetters')) wrong(`${key}: letters of search pieces, and nothing else, stand in searchLetters`);
    if ((def.kind === 'initials') !== (key === 'pinyin')) wrong(`${key}: initials, and nothing else, stand in pinyin`);
    if (def.kind === 'letters' && !('searchGrams' in given)) wrong(`${key} is made of search pieces, and there are none`);
    checkSources(key, def, given, wrong);
    columns[key] = { ...def, physical };
  }
  return columns;
}

/** What search pieces and initials are made of. */
function checkSources(key: string, { sources = [] }: ColumnDef, given: Columns, wrong: Wrong): void {
  for (const source of sources) {
    const [name = '', member] = source.split('.');
    if (!(name in given)) wrong(`${key} is made of ${source}, which is no column`);
    if ((member !== undefined) !== (given[name]?.def.kind === 'json'))
      wrong(`${key} is made of ${source}: of a JSON column name the member, property.shortName`);
  }
}

/** Columns that every table has, and those that one whose rows are found or kept in another way must not have. */
function checkNeeded(columns: Readonly<Record<string, NamedColumn>>, { key: rowKey, rowsStay }: TableOptions<string>, wrong: Wrong): void {
  if (rowKey && 'id' in columns) wrong('rows with an id are found by it; leave out `key`');
  for (const key of [...(rowKey ? [] : ID), ...(rowsStay ? [] : NEEDED)]) if (!(key in columns)) wrong(`no column ${key}; spread \`kept\``);
  if (rowsStay && 'deletedAt' in columns) wrong('rows that stay are not marked as deleted; leave out deletedAt, or `rowsStay`');
}

/** What options name is there. */
function checkOptions(columns: Readonly<Record<string, NamedColumn>>, options: TableOptions<string>, wrong: Wrong): void {
  const { key: rowKey = ID, unique = {}, uniqueWhere = {}, taken = {}, rowName } = options;
  const known = (key: string, where: string): void => void (key in columns || wrong(`${where}: ${key} is no column`));
  for (const [index, keys] of Object.entries(unique)) for (const key of keys) known(key, `unique ${index}`);
  for (const key of rowKey) known(key, 'key');
  for (const index of Object.keys(uniqueWhere)) if (!unique[index]) wrong(`uniqueWhere: no unique index ${index}`);
  for (const key of Object.keys(taken)) known(key, 'taken');
  if (rowName !== undefined) known(rowName, 'rowName');
}

/** Key of the column that says whose a row is; undefined where rows are nobody's. */
function orgColumnOf(columns: Readonly<Record<string, NamedColumn>>, { scope = 'organisation' }: TableOptions<string>, wrong: Wrong): string | undefined {
  const orgs = Object.keys(columns).filter((key) => columns[key]?.kind === 'org');
  if (scope === 'organisation' ? orgs.length !== 1 : scope === 'installation' && orgs.length > 0)
    wrong(`scope ${String(scope)} with ${orgs.length} columns of an organisation`);
  return scope === 'organisation' ? orgs[0] : undefined;
}

/** What `visibleRows` goes by. Without data fields it is the organisation alone: a menu without fields cannot be authorised. */
function dataModelOf(
  name: string,
  columns: Readonly<Record<string, NamedColumn>>,
  { menu = '', dataFields = {} }: TableOptions<string>,
  org: string | undefined,
): DataModel | undefined {
  if (menu === '' && org === undefined) return undefined;
  const fields = Object.entries(dataFields).map(([code, { column, type }]) => {
    if (column === null) return [code, { column, type }];
    const def = columns[column];
    if (!def) throw new TypeError(`defineTable ${name}: data field ${code}: ${column} is no column`);
    return [code, { column: def.physical, type, ...(def.kind === 'day' ? { stored: 'day' as const } : {}) }];
  });
  return defineDataModel({ menu, table: name, orgColumn: org === undefined ? null : (columns[org]?.physical ?? null), fields: Object.fromEntries(fields) });
}
