import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, type Log } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { type Database, openDatabase, sqlStateOf } from '../db/index.ts';

/** SQLSTATE of an account that may not make databases. */
const MAY_NOT = '42501';
const FOLDER = /^verify-[0-9a-f]{12}$/;
const CONNECTIONS = 2;

/** A database that is dropped when it is closed. */
export interface ScratchDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** Makes scratch databases. What a server that was killed left behind goes with the next one; one at a time is in use. */
export interface ScratchDatabases {
  open(): Promise<ScratchDatabase>;
}

const newName = (): string => randomBytes(6).toString('hex');

interface ScratchFolder {
  /** Puts files of a database there; default: it begins empty. */
  readonly fill?: ((folder: string) => Promise<void>) | undefined;
  /** File of an empty database; default: the one beside the bundle. */
  readonly baseSnapshot?: string | undefined;
}

/** In a folder beside the embedded database. */
export const scratchFolders = (dataDir: string, log: Log, { fill, baseSnapshot }: ScratchFolder = {}): ScratchDatabases => ({
  async open() {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    for (const left of await readdir(dataDir)) if (FOLDER.test(left)) await rm(path.join(dataDir, left), { recursive: true, force: true });
    const folder = path.join(dataDir, `verify-${newName()}`);
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      await mkdir(folder, { mode: 0o700 });
      await fill?.(folder);
      const db = await openDatabase({ kind: 'embedded', dataDir: folder, baseSnapshot, maintenance: false }, log);
      return {
        db,
        close: async () => {
          await db.close();
          await remove();
        },
      };
    } catch (error) {
      await remove();
      throw error;
    }
  },
});

/** Another database of the same PostgreSQL server: its name tells whose it is, so that installations that share a server leave each other's alone. */
export const scratchOnPostgres = (url: string, database: Database, log: Log): ScratchDatabases => ({
  async open() {
    const { rows } = await sql<{ oid: string; collation: string; type: string; provider: string }>`
      select oid::text, datcollate as collation, datctype as type, datlocprovider::text as provider from pg_database where datname = current_database()`.execute(
      database.kysely,
    );
    const own = rows[0];
    if (!own) throw new Error('the database does not know itself');
    const prefix = `nephra_verify_${own.oid}_`;
    const left = await sql<{ name: string }>`select datname as name from pg_database where starts_with(datname::text, ${prefix})
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`.execute(database.kysely);
    const drop = (name: string) => database.script(`drop database if exists ${name} with (force)`);
    for (const { name } of left.rows) await drop(name);
    const name = `${prefix}${newName()}`;
    const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
    // A locale of the operating system is named; those of other providers come with the server's own.
    const locale = own.provider === 'c' ? ` lc_collate ${quoted(own.collation)} lc_ctype ${quoted(own.type)}` : '';
    try {
      await database.script(`create database ${name} template template0 encoding 'UTF8'${locale}`);
    } catch (error) {
      if (sqlStateOf(error) === MAY_NOT) throw new BackupError('no-scratch', {}, { cause: error });
      throw error;
    }
    try {
      const db = await openDatabase({ kind: 'postgres', url: url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`), poolSize: CONNECTIONS }, log);
      return {
        db,
        close: async () => {
          await db.close();
          await drop(name);
        },
      };
    } catch (error) {
      await drop(name);
      throw error;
    }
  },
});
