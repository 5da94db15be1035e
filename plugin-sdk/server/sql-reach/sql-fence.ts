import { ALLOWED_FUNCTIONS } from './allowed-functions.ts';
import { reachOfTree, type StatementReach } from './sql-tree.ts';

/** Why a statement of a plugin is refused. */
export type SqlFault =
  | { readonly code: 'not-sql'; readonly what: string }
  | { readonly code: 'foreign-table'; readonly what: string }
  | { readonly code: 'no-schema'; readonly what: string }
  | { readonly code: 'statement'; readonly what: string }
  | { readonly code: 'function'; readonly what: string }
  | { readonly code: 'language'; readonly what: string };

/** A parser that is ready. Its texts are those of PostgreSQL itself. */
export interface SqlParser {
  /** @throws Error for a text that is no SQL */
  tree(sql: string): unknown;
  /** @throws Error for a body that is none of PL/pgSQL */
  bodyTree(sql: string): unknown;
}

let parser: Promise<SqlParser> | undefined;
/** The parser of PostgreSQL 18 as WebAssembly; 90 ms and 8 MB, once per process. Nobody loads it who checks no plugin from outside. */
export function loadSqlParser(): Promise<SqlParser> {
  parser ??= import('libpg-query').then(async ({ loadModule, parseSync, parsePlPgSQLSync }) => {
    await loadModule();
    return { tree: (sql) => parseSync(sql), bodyTree: (sql) => parsePlPgSQLSync(sql) };
  });
  return parser;
}

const WORK = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
const MIGRATION = new Set([
  ...WORK,
  'CreateStmt',
  'IndexStmt',
  'AlterTableStmt',
  'ViewStmt',
  'CreateTableAsStmt',
  'RefreshMatViewStmt',
  'CreateSeqStmt',
  'AlterSeqStmt',
  'DropStmt',
  'TruncateStmt',
  'CommentStmt',
  'RenameStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreateEnumStmt',
  'AlterEnumStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateStatsStmt',
  'CreateSchemaStmt',
  'DoStmt',
]);

const named = ({ schema, name }: { schema: string; name: string }): string => (schema === '' ? name : `${schema}.${name}`);

/** Tables a plugin reaches: those of its own schema, and what was opened to it besides (`core.org`). */
export interface SqlFence {
  readonly schema: string;
  /** `schema.table`, or `schema.*` for all of a schema. */
  readonly opened?: ReadonlySet<string>;
}

function faultsOf(reach: StatementReach, { schema, opened = new Set() }: SqlFence, kinds: ReadonlySet<string>, unqualified: boolean): SqlFault[] {
  const faults: SqlFault[] = [];
  for (const kind of reach.kinds) if (!kinds.has(kind)) faults.push({ code: 'statement', what: kind.replace(/Stmt$/, '') });
  for (const table of reach.tables) {
    if (table.schema === schema || opened.has(named(table)) || opened.has(`${table.schema}.*`)) continue;
    if (table.schema !== '') faults.push({ code: 'foreign-table', what: named(table) });
    else if (!unqualified || table.name.startsWith('pg_')) faults.push({ code: 'no-schema', what: table.name });
  }
  for (const { schema: space, name } of reach.functions) {
    const own = space === schema || (space === '' && unqualified && !name.startsWith('pg_') && !DANGEROUS.test(name));
    if (!own && !((space === '' || space === 'pg_catalog') && ALLOWED_FUNCTIONS.has(name)))
      faults.push({ code: 'function', what: named({ schema: space, name }) });
  }
  return faults;
}

/** In a migration a name without a schema may be a function of the plugin; these are PostgreSQL's whatever stands there. */
const DANGEROUS =
  /^(?:lo_|dblink|query_to_|table_to_|schema_to_|database_to_|cursor_to_|set_config$|current_setting$|setval$|ts_stat$|ts_rewrite$|has_|to_reg|currval$|txid_|inet_|obj_description$)/;

/**
 * What a statement that a plugin runs may not do: it selects, inserts, updates, deletes and merges in its own schema, tables named with their
 * schema, with functions that work out values. Texts hide nothing here: it is PostgreSQL's own parser that reads them.
 * @returns nothing wrong: empty
 */
export function statementFaults(parser: SqlParser, sql: string, fence: SqlFence): readonly SqlFault[] {
  try {
    return faultsOf(reachOfTree(parser.tree(sql)), fence, WORK, false);
  } catch (error) {
    return [{ code: 'not-sql', what: error instanceof Error ? error.message : String(error) }];
  }
}

/**
 * What a migration of a plugin may not do: it makes and changes what is in its own schema, where it is at home, so that names without a schema
 * are its own. Bodies of functions and `do` blocks are read like statements; a body that puts a statement together at run time is refused.
 */
export function migrationFaults(parser: SqlParser, sql: string, fence: SqlFence): readonly SqlFault[] {
  let reach: StatementReach;
  try {
    reach = reachOfTree(parser.tree(sql));
  } catch (error) {
    return [{ code: 'not-sql', what: error instanceof Error ? error.message : String(error) }];
  }
  const faults = faultsOf(reach, fence, MIGRATION, true);
  for (const body of reach.bodies) faults.push(...bodyFaults(parser, body, fence));
  return faults;
}

function bodyFaults(parser: SqlParser, { language, text }: { language: string; text: string }, fence: SqlFence): SqlFault[] {
  if (language === 'sql') return [...migrationFaults(parser, text, fence)];
  if (language !== 'plpgsql') return [{ code: 'language', what: language }];
  let tree: unknown;
  try {
    tree = parser.bodyTree(`create function body() returns trigger language plpgsql as ${quoted(text)}`);
  } catch {
    try {
      tree = parser.bodyTree(`create function body() returns int language plpgsql as ${quoted(text)}`);
    } catch (error) {
      return [{ code: 'not-sql', what: error instanceof Error ? error.message : String(error) }];
    }
  }
  const faults: SqlFault[] = [];
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, key);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    // Statements that are texts until they run.
    if (key === 'PLpgSQL_stmt_dynexecute' || key === 'PLpgSQL_stmt_dynfors') faults.push({ code: 'statement', what: 'EXECUTE' });
    for (const [name, child] of Object.entries(value)) {
      if (key === 'PLpgSQL_expr' && name === 'query' && typeof child === 'string') faults.push(...expressionFaults(parser, child, fence));
      else visit(child, name);
    }
  };
  visit(tree, '');
  return faults;
}

/** Expressions stand in a body without `select`, assignments with their variable before. */
function expressionFaults(parser: SqlParser, query: string, fence: SqlFence): readonly SqlFault[] {
  const tries = [query, `select ${query}`, `select ${query.replace(/^[^=]*?:?=/, '')}`];
  let last: unknown;
  for (const sql of tries) {
    try {
      return faultsOf(reachOfTree(parser.tree(sql)), fence, MIGRATION, true);
    } catch (error) {
      last = error;
    }
  }
  return [{ code: 'not-sql', what: last instanceof Error ? last.message : String(last) }];
}

function quoted(text: string): string {
  let tag = '$body$';
  while (text.includes(tag)) tag = `$b${tag.slice(1)}`;
  return tag + text + tag;
}
