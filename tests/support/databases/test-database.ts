import { createHash } from 'node:crypto';
import { checksumOf, type Database, type DatabaseLimits, type PluginMigrations, type PostgresOptions, runMigrations } from '../../../shell/server/db/index.ts';
import { openOnEmbedded } from './embedded-test-database.ts';
import { addressOnPostgres, openAgainOnPostgres, openOnPostgres } from './postgres-test-database.ts';

export { emptySnapshotFile } from './embedded-test-database.ts';
export { silentLog } from '../silent-log.ts';

/** Which engine the suite runs on. */
export const testEngine: 'embedded' | 'postgres' = process.env.NEPHRA_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';

export interface TestDatabaseOptions {
  /** Rows that belong to the template. `version` names the content: change it when `fill` changes. */
  readonly seed?: { readonly version: string; readonly fill: (db: Database) => Promise<void> };
  /** Settings of the opened database; the engine is chosen by the environment. */
  readonly limits?: DatabaseLimits;
  /** Connections on PostgreSQL; the embedded engine has one. */
  readonly pool?: Pick<PostgresOptions, 'poolSize' | 'readShare'>;
}

/**
 * A database of the test's own with these migrations applied, on the engine that NEPHRA_TEST_DATABASE names. Its content comes from a template
 * that is built once per content and kept between runs. Close it at the end; nothing is left behind.
 */
export async function openTestDatabase(migrations: readonly PluginMigrations[] = [], { seed, limits, pool }: TestDatabaseOptions = {}): Promise<Database> {
  const fill = async (db: Database): Promise<void> => {
    await runMigrations(db, migrations);
    await seed?.fill(db);
  };
  const content = contentHash(migrations, seed?.version ?? '');
  return await (testEngine === 'postgres' ? openOnPostgres(content, fill, limits, pool) : openOnEmbedded(content, fill, limits));
}

/** Its address on PostgreSQL, as DATABASE_URL; empty for the embedded engine. */
export const addressOf = async (database: Database): Promise<string> => (testEngine === 'postgres' ? await addressOnPostgres(database) : '');

/** A database of the test's own as a second server has it. The embedded one is opened once: there it is the same object, and closing it is for the first. */
export const openForSecondServer = async (database: Database): Promise<Database> =>
  testEngine === 'postgres' ? await openAgainOnPostgres(database) : database;

function contentHash(migrations: readonly PluginMigrations[], version: string): string {
  const hash = createHash('sha256').update(version);
  for (const { plugin, schema, migrations: list } of migrations) {
    hash.update(`\0${plugin}\0${schema}`);
    for (const migration of list) hash.update(`\0${migration.name}\0${checksumOf(migration.sql)}`);
  }
  return hash.digest('hex').slice(0, 16);
}
