import { sql } from 'kysely';
import type { Database } from '../../../shell/server/db/index.ts';

/** Rows of one table that are kept in memory; a larger one that was changed makes a new database the cheaper way. */
const MAX_KEPT_ROWS = 5_000;

interface TableState {
  readonly name: string;
  readonly rows: number;
  /** Changes with every insert and update, however many there were; deletions show in `rows`. */
  readonly lastWriter: string;
}

/** How a database looked right after it was made from its template. */
export interface Baseline {
  readonly catalogue: string;
  readonly tables: ReadonlyMap<string, TableState>;
  readonly sequences: ReadonlyMap<string, string>;
  /** Content of tables that hold rows, as JSON; absent for large ones. */
  readonly content: ReadonlyMap<string, string>;
}

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
const OWN_SCHEMAS = sql`n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%'`;

/** Tables, columns, indexes, triggers, functions and constraints: whatever a migration or a script may have changed. */
async function catalogueOf(db: Database): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select md5(string_agg(line, '|' order by line)) as sum from (
      select 'r' || c.oid || c.relname || c.relnatts || c.relchecks || c.relhastriggers as line from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN_SCHEMAS}
      union all select 'f' || p.oid || p.proname || md5(p.prosrc) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OWN_SCHEMAS}
      union all select 'c' || c.oid from pg_constraint c
      union all select 't' || t.oid || t.tgenabled::text from pg_trigger t) as lines`.execute(db.kyselyFor<never>());
  return rows[0]?.sum ?? '';
}

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${OWN_SCHEMAS} order by 1`.execute(db.kyselyFor<never>());
  return rows.map(({ name }) => name);
}

async function statesOf(db: Database, tables: readonly string[]): Promise<Map<string, TableState>> {
  if (tables.length === 0) return new Map();
  const one = (name: string) =>
    sql`select ${name}::text as name, count(*)::int as rows, coalesce(max(xmin::text::bigint), 0)::text as "lastWriter" from ${sql.raw(quoted(name))}`;
  const { rows } = await sql<TableState>`${sql.join(tables.map(one), sql` union all `)}`.execute(db.kyselyFor<never>());
  return new Map(rows.map((row) => [row.name, row]));
}

async function sequencesOf(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; last: string | null }>`
    select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences`.execute(db.kyselyFor<never>());
  return new Map(rows.map(({ name, last }) => [name, last ?? '']));
}

export async function takeBaseline(db: Database): Promise<Baseline> {
  const tables = await statesOf(db, await tablesOf(db));
  const content = new Map<string, string>();
  for (const { name, rows } of tables.values()) {
    if (rows === 0 || rows > MAX_KEPT_ROWS) continue;
    const kept = await sql<{ content: string }>`select json_agg(t)::text as content from ${sql.raw(quoted(name))} as t`.execute(db.kyselyFor<never>());
    content.set(name, kept.rows[0]?.content ?? '[]');
  }
  return { catalogue: await catalogueOf(db), tables, sequences: await sequencesOf(db), content };
}

const columnsOf = async (db: Database, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db.kyselyFor<never>());
  return rows.map(({ name }) => `"${name}"`);
};

/**
 * Brings back what was changed since `baseline` was taken, by rows, past triggers and foreign keys.
 * @returns the baseline of the next time, or undefined when only a new database does: its structure changed, or a large table
 */
export async function restore(db: Database, baseline: Baseline): Promise<Baseline | undefined> {
  if ((await catalogueOf(db)) !== baseline.catalogue) return undefined;
  const now = await statesOf(db, [...baseline.tables.keys()]);
  const changed = [...now.values()].filter(({ name, rows, lastWriter }) => {
    const before = baseline.tables.get(name);
    return before?.rows !== rows || before.lastWriter !== lastWriter;
  });
  const before = (name: string): number => baseline.tables.get(name)?.rows ?? 0;
  if (changed.some(({ name }) => before(name) > 0 && !baseline.content.has(name))) return undefined;
  await db.transaction(async () => {
    const session = db.kyselyFor<never>();
    await sql`set local session_replication_role = replica`.execute(session);
    for (const { name, rows } of changed) {
      const table = sql.raw(quoted(name));
      if (rows > 0) await sql`delete from ${table}`.execute(session);
      const content = baseline.content.get(name);
      if (content === undefined) continue;
      const columns = sql.raw((await columnsOf(db, name)).join(', '));
      await sql`insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, ${content}::json)`.execute(
        session,
      );
    }
    for (const [name, last] of await sequencesOf(db)) {
      const wanted = baseline.sequences.get(name) ?? '';
      if (wanted === last) continue;
      await (wanted === '' ? sql`alter sequence ${sql.raw(quoted(name))} restart` : sql`select setval(${quoted(name)}::regclass, ${wanted}::bigint)`).execute(
        session,
      );
    }
  });
  const after = await statesOf(
    db,
    changed.map(({ name }) => name),
  );
  return { ...baseline, tables: new Map([...baseline.tables, ...after]) };
}
