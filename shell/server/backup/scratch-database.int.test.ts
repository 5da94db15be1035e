import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addressOf, openTestDatabase, silentLog, testEngine } from '../../../tests/support/databases/test-database.ts';
import { coreMigrations } from '../core/core-migrations.ts';
import { DiskStorage } from '../files/storage/disk-storage.ts';
import { DatabaseBackups } from './database-backups.ts';

it(`[2.5-06] a backup is restored into a database of its own to be verified, and nothing of that stays, on ${testEngine}`, { timeout: 60_000 }, async () => {
  const database = await openTestDatabase([coreMigrations]);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-scratch-'));
  try {
    const config = { dataDir, databaseUrl: await addressOf(database), backupDir: '', backupPassphrase: 'SIM three dialysis machines' };
    const backups = new DatabaseBackups({
      config,
      database,
      files: new DiskStorage(path.join(dataDir, 'files')),
      log: silentLog,
      version: '1.0.0',
      live: () => [],
      workFactor: 4,
    });
    const work = { signal: new AbortController().signal, progress: () => undefined };
    const made = await backups.make('SIM-small', { ...work, withFiles: false, passphrase: undefined });
    expect(made.rows).toBeGreaterThan(0);
    const { rows, tables, broken, auditWhole } = await backups.verify(made.fileName, { ...work, passphrase: undefined });
    expect({ rows, tables, broken, auditWhole }).toEqual({ rows: made.rows, tables: made.tables, broken: [], auditWhole: true });
    expect(readdirSync(dataDir)).toEqual(['backups']);
    if (testEngine === 'postgres')
      expect(
        await database.kysely
          .selectFrom('pg_database')
          .select('datname')
          .where(sql<boolean>`starts_with(datname::text, 'nephra_verify_' || (select oid from pg_database where datname = current_database()) || '_')`)
          .execute(),
      ).toEqual([]);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
