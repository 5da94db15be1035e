import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Invariants, loadSqlParser, migrationFaults, type SqlFault, type SqlParser, statementFaults } from '@nephra/plugin-sdk/server';
import { type FenceOwner, openedTables } from '../schema-fence.ts';
import { PluginProblem } from '../views/reason.ts';

/** Statements whose text was looked at. */
const REMEMBERED = 2000;
/** A longer text is remembered by its hash. */
const MAX_REMEMBERED_CHARS = 4_096;
/** As many parameters as PostgreSQL takes have room in it. */
const MAX_CHARS = 600_000;
/** Values in a text that are no parameters take seven times as long to read; twice as many as there may be parameters. */
const MAX_COMMAS = 140_000;
const MAX_SEMICOLONS = 1_000;
/** Of a migration, which is read once. */
const MAX_MIGRATION_CHARS = 1_000_000;
const TABLE_NAME = /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/;
/** Rules that are looked at each night, one after the other. */
const MAX_RULES = 200;
const MAX_RULE_CHARS = 100_000;
/** Milliseconds a second in which texts of one package may be read, which the server does itself, and how many at once after a calm while: those of thousands of new statements. */
const READING_MS_PER_SECOND = 100;
const READING_MS_AT_ONCE = 3_000;

/**
 * The fence of a package from outside: PostgreSQL's own parser reads each statement once (0.25 ms), and what is not plain work on tables of its
 * own schema is refused. Packages that were built with the product pass the fence of patterns, which costs nothing at the start.
 * @returns a check that throws AppError `core.foreign-table` or `core.foreign-statement`
 */
export async function sqlGuard(owner: FenceOwner, now = () => performance.now()): Promise<(sql: string) => void> {
  const parser = await loadSqlParser();
  const fence = { schema: owner.schema, opened: openedTables(owner) };
  const passed = new Set<string>();
  let leftMs = READING_MS_AT_ONCE;
  let at = now();
  return (sql) => {
    if (sql.length > MAX_CHARS) throw refusalOf(owner.id, { code: 'too long', what: `a statement of ${sql.length} characters` });
    if (sql.length > MAX_COMMAS && (countOf(sql, ',') > MAX_COMMAS || countOf(sql, ';') > MAX_SEMICOLONS))
      throw refusalOf(owner.id, { code: 'too long', what: 'a statement of too many values; give them as parameters' });
    const known = sql.length > MAX_REMEMBERED_CHARS ? createHash('sha256').update(sql).digest('base64') : sql;
    if (passed.has(known)) return;
    const began = now();
    leftMs = Math.min(READING_MS_AT_ONCE, leftMs + ((began - at) / 1_000) * READING_MS_PER_SECOND);
    at = began;
    if (leftMs < 0) throw refusalOf(owner.id, { code: 'too many', what: 'statements whose texts differ; give values as parameters' });
    try {
      const [fault] = statementFaults(parser, sql, fence);
      if (fault) throw refusalOf(owner.id, fault);
    } finally {
      leftMs -= now() - began;
    }
    if (passed.size >= REMEMBERED) passed.clear();
    passed.add(known);
  };
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

const refusalOf = (plugin: string, { code, what }: SqlFault | { readonly code: string; readonly what: string }): AppError =>
  code === 'foreign-table'
    ? new AppError('core.foreign-table', { code: EnvelopeCode.Fault, params: { plugin, table: what } })
    : new AppError('core.foreign-statement', { code: EnvelopeCode.Fault, params: { plugin, what: `${code}: ${what}` } });

/**
 * Reads the migrations of a package from outside before any of them runs.
 * @throws PluginProblem that names the migration and what it tried
 */
export async function assertMigrations(owner: FenceOwner, migrations: readonly { readonly name: string; readonly sql: string }[]): Promise<void> {
  if (migrations.length === 0) return;
  const parser = await loadSqlParser();
  for (const { name, sql } of migrations) {
    if (sql.length > MAX_MIGRATION_CHARS)
      throw new PluginProblem('failed', 'migration-statement', { migration: name, what: `${sql.length} > ${MAX_MIGRATION_CHARS} characters` });
    const [fault] = migrationFaults(parser, sql, { schema: owner.schema });
    if (fault) throw new PluginProblem('failed', `migration-${fault.code}`, { migration: name, what: fault.what, schema: owner.schema });
  }
}

/**
 * Reads the rules that a package from outside wants to have looked at each night, before anything of it runs: they are texts, and the server runs them.
 * @throws PluginProblem that names the rule and what is wrong with it
 */
export async function assertInvariants(owner: FenceOwner, { concerns, rules }: Invariants): Promise<void> {
  const refused = (rule: unknown, what: string): PluginProblem =>
    new PluginProblem('failed', 'invariant-refused', { rule: String(rule).slice(0, 200), what, schema: owner.schema });
  if (typeof concerns !== 'string' || !Array.isArray(rules) || rules.length > MAX_RULES) throw refused('invariants', `0…${MAX_RULES}`);
  const parser = await loadSqlParser();
  for (const rule of rules) {
    const texts = [rule?.name, rule?.zh, rule?.zhtw, rule?.sql, rule?.rowsOf];
    if (!texts.every((text) => typeof text === 'string' && text.length <= MAX_RULE_CHARS)) throw refused(rule?.name, `? / ${MAX_RULE_CHARS}`);
    const fault = ruleFault(parser, owner, rule);
    if (fault !== undefined) throw refused(rule.name, fault);
  }
}

/** One query, of rows of its own; where it writes, its transaction refuses it. */
function ruleFault(parser: SqlParser, owner: FenceOwner, { sql, rowsOf }: Invariants['rules'][number]): string | undefined {
  const fence = { schema: owner.schema, opened: openedTables(owner) };
  const [fault] = statementFaults(parser, sql, fence);
  if (fault) return `${fault.code}: ${fault.what}`;
  const { stmts = [] } = parser.tree(sql) as { readonly stmts?: readonly { readonly stmt?: object }[] };
  if (stmts.length !== 1 || !Object.hasOwn(stmts[0]?.stmt ?? {}, 'SelectStmt')) return `${stmts.length} × ${Object.keys(stmts[0]?.stmt ?? {})[0] ?? '-'}`;
  return TABLE_NAME.test(rowsOf) && statementFaults(parser, `select from ${rowsOf}`, fence).length === 0 ? undefined : `foreign-table: ${rowsOf.slice(0, 100)}`;
}

/** The statements of a text, in their order. It was read without a fault before. */
export async function statementsOf(sql: string): Promise<readonly string[]> {
  const parser = await loadSqlParser();
  const bytes = Buffer.from(sql, 'utf8');
  const { stmts = [] } = parser.tree(sql) as { readonly stmts?: readonly { readonly stmt_location?: number; readonly stmt_len?: number }[] };
  // Places are counted in bytes; the last one may have no length.
  return stmts.map(({ stmt_location: from = 0, stmt_len: length }) =>
    bytes
      .subarray(from, length ? from + length : undefined)
      .toString('utf8')
      .trim(),
  );
}
