import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase, runMigrations } from '../db/index.ts';
import { addressOf, emptySnapshotFile, openTestDatabase, silentLog, testEngine } from '../../../tests/support/databases/test-database.ts';
import { coreMigrations } from '../core/core-migrations.ts';
import { DiskStorage } from '../files/storage/disk-storage.ts';
import { DatabaseBackups } from './database-backups.ts';

/** The engine as the server has it, in files. */
async function onDisk(dataDir: string): Promise<Database> {
  const database = await openDatabase({ kind: 'embedded', dataDir, maintenance: false, baseSnapshot: await emptySnapshotFile() }, silentLog);
  await runMigrations(database, [coreMigrations], '1.0.0');
  return database;
}

it(`[2.5-06] a backup is restored into a database of its own to be verified, and nothing of that stays, on ${testEngine}`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-scratch-'));
  const database = testEngine === 'postgres' ? await openTestDatabase([coreMigrations]) : await onDisk(path.join(dataDir, 'own'));
  try {
    const config = {
      dataDir: path.join(dataDir, 'own'),
      databaseUrl: await addressOf(database),
      backupDir: '',
      backupPassphrase: 'SIM three dialysis machines',
    };
    const backups = new DatabaseBackups({
      config,
      database,
      files: new DiskStorage(path.join(dataDir, 'files')),
      log: silentLog,
      version: '1.0.0',
      live: () => [],
      workFactor: 4,
      // As beside the bundle: making an empty database from nothing takes the engine longer than all else here.
      ...(testEngine === 'embedded' && { baseSnapshot: await emptySnapshotFile() }),
    });
    const work = { signal: new AbortController().signal, progress: () => undefined };
    // What somebody writes while rows are read: at once, and not in the backup.
    const written: Promise<void>[] = [];
    const sessionsHeld: number[] = [];
    const made = await backups.make('SIM-small', {
      ...{ withFiles: false, passphrase: undefined, signal: work.signal },
      progress: () => {
        // There the rows are read in a transaction of this very database.
        if (testEngine === 'postgres' || written.length > 0) return;
        sessionsHeld.push(database.load.inUse);
        written.push(database.script('create schema beds; create table beds.bed (id integer)'));
      },
    });
    await Promise.all(written);
    expect(sessionsHeld).toEqual(testEngine === 'postgres' ? [] : [0]);
    expect(made.rows).toBeGreaterThan(0);
    const { rows, tables, broken, auditWhole } = await backups.verify(made.fileName, { ...work, passphrase: undefined });
    expect({ rows, tables, broken, auditWhole }).toEqual({ rows: made.rows, tables: made.tables, broken: [], auditWhole: true });
    expect(readdirSync(config.dataDir).filter((name) => !['owner.json', 'db'].includes(name))).toEqual(['backups']);
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
