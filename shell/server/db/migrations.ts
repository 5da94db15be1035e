import { createHash } from 'node:crypto';
import type { SqlRow } from '@nephra/plugin-sdk/server';
import type { Insertable } from 'kysely';
import type { migrationLockTable, migrationTable } from '../tables/migration.table.ts';
import type { Database } from './database.ts';
import { watchGrowth } from './growth/database-growth.ts';
import { watchFileGrowth } from './growth/file-growth.ts';
import type { GrowthWatch } from './growth/growth-watch.ts';
import { EmbeddedDatabase } from './embedded/open-embedded.ts';
import { sessionOf } from './pooled-database.ts';
import { bytesOf } from './rehearsal/copied-tables.ts';

export interface PluginMigration {
  /** `0001-dispensing`: applied in the order given, which must be ascending. */
  readonly name: string;
  readonly sql: string;
}

export interface PluginMigrations {
  /** Plugin id, or `core` for the shell. */
  readonly plugin: string;
  /** The plugin's own SQL schema; made when missing. */
  readonly schema: string;
  readonly migrations: readonly PluginMigration[];
}

/** For migrations of others. */
export interface MigrationLimits {
  /** One statement, its waiting for locks included; 0: as long as it takes. On the embedded engine it has more. */
  readonly statementSeconds?: number;
  /** How long it waits for whoever works with its tables: who comes after it waits as well. Default: 10. The embedded engine has one connection and no such wait. */
  readonly lockSeconds?: number;
  /** What the database may grow by while one migration runs, beside eight times what the tables of its schema have. Default: as much as it wants. */
  readonly maxGrowthBytes?: number;
}

const LOCK_SECONDS = 10;
/** The embedded engine writes to a disk, its rehearsal did not. */
const SLOWER_THAN_A_COPY = 4;
/** A table that is written anew, with its indexes, takes about twice what it had, and a migration may do so a few times. */
const TIMES_ITS_TABLES = 8;

export interface AppliedMigration {
  readonly plugin: string;
  readonly name: string;
}

/** A migration that cannot be applied; `plugin` stays off, the sentence goes to the administrator. */
export class MigrationError extends Error {
  readonly plugin: string;

  constructor(plugin: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
    this.plugin = plugin;
  }
}

const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,50}$/;

/** The text of each migration is kept, so that an export can rebuild the schema anywhere, plugin installed or not. */
const LEDGER = `
  create schema if not exists core;
  create table if not exists core.migration (
    plugin text not null,
    name text not null,
    schema_name text not null,
    checksum text not null,
    position integer not null generated always as identity,
    sql text not null,
    app_version text not null,
    applied_at timestamptz not null default now(),
    primary key (plugin, name)
  );
  create table if not exists core.migration_lock (id integer primary key);
  insert into core.migration_lock (id) values (1) on conflict do nothing;`;

interface LedgerTables {
  'core.migration': SqlRow<typeof migrationTable>;
  'core.migration_lock': SqlRow<typeof migrationLockTable>;
}

/**
 * Brings each plugin's schema to its latest version, in the order given, one transaction per migration, forward only.
 * Several server nodes may call it at once: one works, the others wait and find nothing to do.
 * @param limits what a statement of others may take; their migrations were rehearsed before
 * @returns what was applied now.
 * @throws MigrationError when one fails (it leaves no trace, earlier ones stay), was edited after it had been applied,
 * or when the database has one that this version does not know.
 */
export async function runMigrations(
  db: Database,
  plugins: readonly PluginMigrations[],
  appVersion = '',
  limits: MigrationLimits = {},
): Promise<AppliedMigration[]> {
  await prepareLedger(db);
  const applied: AppliedMigration[] = [];
  for (const plugin of plugins) {
    if (!SCHEMA_NAME.test(plugin.schema)) throw new MigrationError(plugin.plugin, `Plugin ${plugin.plugin}: "${plugin.schema}" is not a valid schema name.`);
    const known = await checkLedger(db, plugin);
    for (const migration of plugin.migrations) {
      if (known.has(migration.name)) continue;
      if (await applyOne(db, plugin, migration, appVersion, limits)) applied.push({ plugin: plugin.plugin, name: migration.name });
    }
  }
  if (applied.length > 0) db.schemaChanged();
  return applied;
}

/** What has been applied: owner → name → schema and checksum. */
export type Ledger = ReadonlyMap<string, ReadonlyMap<string, string>>;

const mark = (schema: string, checksum: string): string => `${schema} ${checksum}`;

/** The whole ledger in one answer, once core's migrations have run: a start asks for each of its plugins. */
export async function readLedger(db: Database): Promise<Ledger> {
  const rows = await db.kyselyFor<LedgerTables>().selectFrom('core.migration').select(['plugin', 'name', 'schema_name', 'checksum']).execute();
  const ledger = new Map<string, Map<string, string>>();
  for (const { plugin, name, schema_name, checksum } of rows) {
    const of = ledger.get(plugin) ?? new Map<string, string>();
    ledger.set(plugin, of.set(name, mark(schema_name, checksum)));
  }
  return ledger;
}

const checksums = new WeakMap<PluginMigration, { readonly sql: string; readonly checksum: string }>();

/** The checksum of a migration, which a start asks for three times. */
function knownChecksum(migration: PluginMigration): string {
  const { sql } = migration;
  const known = checksums.get(migration);
  if (known?.sql === sql) return known.checksum;
  const checksum = checksumOf(sql);
  checksums.set(migration, { sql, checksum });
  return checksum;
}

/** Those that have not been applied with this very text in this schema. */
export const notApplied = (ledger: Ledger, { plugin, schema, migrations }: PluginMigrations): readonly PluginMigration[] => {
  const known = ledger.get(plugin);
  return known ? migrations.filter((one) => known.get(one.name) !== mark(schema, knownChecksum(one))) : migrations;
};

/** True when the database has these migrations and no others of this owner: `runMigrations` would find nothing to do and nothing to refuse. */
export const isUpToDate = (ledger: Ledger, plugin: PluginMigrations): boolean =>
  (ledger.get(plugin.plugin)?.size ?? 0) === plugin.migrations.length && notApplied(ledger, plugin).length === 0;

async function prepareLedger(db: Database): Promise<void> {
  // Two nodes that start on an empty database may both try; the loser's second look finds it made.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(() => db.script(LEDGER));
    } catch (error) {
      if (attempt >= 5) throw error;
    }
  }
}

async function checkLedger(db: Database, plugin: PluginMigrations): Promise<Set<string>> {
  const rows = await db.kyselyFor<LedgerTables>().selectFrom('core.migration').select(['name', 'checksum']).where('plugin', '=', plugin.plugin).execute();
  const given = new Map(plugin.migrations.map((migration) => [migration.name, checksumOf(migration.sql)]));
  for (const row of rows) {
    const checksum = given.get(row.name);
    if (checksum === undefined) {
      throw new MigrationError(
        plugin.plugin,
        `Plugin ${plugin.plugin}: the database already has migration ${row.name}, which this version does not know. Install the newer version; going back is not possible.`,
      );
    }
    if (checksum !== row.checksum) {
      throw new MigrationError(
        plugin.plugin,
        `Plugin ${plugin.plugin}: migration ${row.name} was edited after it had been applied. Restore its text and put the change into a new migration.`,
      );
    }
  }
  return new Set(rows.map((row) => row.name));
}

/** @returns false when another node has applied it meanwhile. */
async function applyOne(
  db: Database,
  plugin: PluginMigrations,
  migration: PluginMigration,
  appVersion: string,
  { statementSeconds = 0, lockSeconds = LOCK_SECONDS, maxGrowthBytes }: MigrationLimits,
): Promise<boolean> {
  const tables = db.kyselyFor<LedgerTables>();
  const checksum = checksumOf(migration.sql);
  let watch: GrowthWatch | undefined;
  try {
    return await db.patiently(
      () =>
        db.transaction(
          async () => {
            await db.script('set local statement_timeout = 0');
            // A row lock rather than an advisory lock: it works behind poolers and on every engine.
            await tables.selectFrom('core.migration_lock').select('id').where('id', '=', 1).forUpdate().execute();
            const existing = await tables
              .selectFrom('core.migration')
              .select('checksum')
              .where('plugin', '=', plugin.plugin)
              .where('name', '=', migration.name)
              .executeTakeFirst();
            if (existing) return false;
            if (statementSeconds > 0) await db.script(`set local statement_timeout = '${statementSeconds}s'; set local lock_timeout = '${lockSeconds}s'`);
            await db.script(`create schema if not exists ${plugin.schema}; set local search_path = ${plugin.schema}, public`);
            watch = maxGrowthBytes === undefined ? undefined : await watchOn(db, plugin.schema, maxGrowthBytes);
            await db.script(migration.sql);
            watch?.end();
            await tables
              .insertInto('core.migration')
              .values({ plugin: plugin.plugin, name: migration.name, schema_name: plugin.schema, checksum, sql: migration.sql, app_version: appVersion })
              .execute();
            return true;
          },
          { limitMs: 0 },
        ),
      statementSeconds * 1_000 * SLOWER_THAN_A_COPY,
    );
  } catch (error) {
    const reason = watch?.hasCancelled
      ? 'it filled more of the disk than it may (PLUGIN_MIGRATION_MB)'
      : error instanceof Error
        ? error.message
        : String(error);
    throw new MigrationError(plugin.plugin, `Plugin ${plugin.plugin}: migration ${migration.name} failed and was taken back: ${reason}`, error);
  } finally {
    watch?.end();
  }
}

async function watchOn(db: Database, schema: string, maxGrowthBytes: number): Promise<GrowthWatch | undefined> {
  const session = await sessionOf(db);
  const limit = maxGrowthBytes + TIMES_ITS_TABLES * (await bytesOf(session, schema));
  return await (db instanceof EmbeddedDatabase ? watchFileGrowth(db.embedded, limit) : watchGrowth(db, session, limit));
}

/**
 * Keeps every other change of the schema waiting until the running transaction ends.
 * @returns how many entries this owner has
 */
export async function lockLedger(db: Database, owner: string): Promise<number> {
  const tables = db.kyselyFor<LedgerTables>();
  await tables.selectFrom('core.migration_lock').select('id').where('id', '=', 1).forUpdate().execute();
  const { count } = await tables
    .selectFrom('core.migration')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('plugin', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An entry for a change that no file of a plugin makes, in the running transaction. */
export async function writeLedger(db: Database, entry: Insertable<LedgerTables['core.migration']>): Promise<void> {
  await db.kyselyFor<LedgerTables>().insertInto('core.migration').values(entry).execute();
}

/** Line ends and spaces at the end do not count: a checkout with other line ends is not an edit. */
export const checksumOf = (sql: string): string =>
  createHash('sha256')
    .update(
      sql
        .split(/\r?\n/)
        .map((line) => line.trimEnd())
        .join('\n')
        .trim(),
    )
    .digest('hex');
