import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { BackupError, type BackupFolder, type Backups, type BackupWork, type Log, type MadeBackup, type VerifiedBackup } from '@nephra/plugin-sdk/server';
import type { Config } from '../config/index.ts';
import {
  type Database,
  exportDatabase,
  type FileSource,
  filesOf,
  importDatabase,
  isPassphraseLongEnough,
  PassphraseError,
  TransferError,
} from '../db/index.ts';
import type { HeldBackups } from '../files/offered-files.ts';
import { BackupFolderOnDisk, type FreeBytes, freeBytesOf, isFull, RESERVE_BYTES, roomFor } from './backup-folder.ts';
import { checkRestored, type RestoredPlugin } from './check-restored.ts';
import { type ScratchDatabase, type ScratchDatabases, scratchFolders, scratchOnPostgres } from './scratch-database.ts';

/** Targets of download tickets that are backups. */
const HELD = 'backup:';
/** The files of a database beside its rows: maps of free space, indexes being made. */
const COPY_SHARE = 1.25;
/** Its write-ahead log, which is copied along. */
const LOG_BYTES = 256 * 1024 * 1024;

export interface BackupParts {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir' | 'backupPassphrase'>;
  readonly database: Database;
  /** Uploaded files. */
  readonly files: FileSource;
  readonly log: Log;
  readonly version: string;
  /** Plugins that run now. */
  readonly live: () => readonly RestoredPlugin[];
  /** Default: what the operating system tells. */
  readonly freeBytes?: FreeBytes;
  /** log2 of the cost of one guess at the passphrase; default: that of every export. Tests take a small one. */
  readonly workFactor?: number | undefined;
  /** File of an empty embedded database, from which one to be verified begins; default: the one beside the bundle. */
  readonly baseSnapshot?: string | undefined;
}

/** Backups of this server, in BACKUP_DIR. */
export class DatabaseBackups implements Backups, HeldBackups {
  readonly #parts: BackupParts;
  readonly #dataDir: string;
  readonly #disk: BackupFolderOnDisk;
  readonly #freeBytes: FreeBytes;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: BackupParts) {
    const { config, freeBytes = freeBytesOf } = parts;
    this.#parts = parts;
    this.#dataDir = path.resolve(config.dataDir);
    this.#freeBytes = freeBytes;
    this.#disk = new BackupFolderOnDisk(config.backupDir ? path.resolve(config.backupDir) : path.join(this.#dataDir, 'backups'), freeBytes);
  }

  async folder(): Promise<BackupFolder> {
    const { folder } = this.#disk;
    // Before the first backup there is no folder, and yet a disk that it will lie on.
    const near = existsSync(folder) ? folder : this.#dataDir;
    const [availableBytes = 0, { sizeBytes }] = await Promise.all([this.#freeBytes(near), this.#parts.database.stats()]);
    const { config, database } = this.#parts;
    return { folder, engine: database.engine, host: hostname(), passphraseFixed: config.backupPassphrase !== '', availableBytes, databaseBytes: sizeBytes };
  }

  accepts(passphrase: string): boolean {
    return isPassphraseLongEnough(passphrase);
  }

  async make(name: string, { withFiles, signal, progress, ...given }: Parameters<Backups['make']>[1]): Promise<MadeBackup> {
    const { database, log, workFactor } = this.#parts;
    const begun = performance.now();
    const fileName = this.#disk.fileNameOf(name);
    const passphrase = this.#passphrase(given.passphrase);
    return await this.#inTurn(signal, async () => {
      await this.#disk.prepare();
      await this.#disk.sweep();
      const { sizeBytes } = await database.stats();
      await this.#disk.assertRoom(roomFor(sizeBytes, withFiles ? await this.#fileBytes(signal) : 0));
      const still = await this.#still();
      const summary = await exportDatabase(still.db, this.#disk.pathOf(fileName), log, {
        lock: { passphrase, workFactor },
        signal,
        progress,
        assertRoom: () => this.#disk.assertRoom(RESERVE_BYTES),
        ...(withFiles && { filesFrom: this.#parts.files }),
      }).finally(() => still.close());
      const bytes = (await this.#disk.sizeOf(fileName)) ?? 0;
      return { fileName, bytes, ...summary, milliseconds: Math.round(performance.now() - begun) };
    });
  }

  async verify(fileName: string, { signal, progress, ...given }: BackupWork): Promise<VerifiedBackup> {
    const { database, log, live, version, config } = this.#parts;
    const begun = performance.now();
    const passphrase = this.#passphrase(given.passphrase);
    if ((await this.#disk.sizeOf(fileName)) === undefined) throw new BackupError('missing', { fileName });
    return await this.#inTurn(signal, async () => {
      // The disk of a PostgreSQL server is not ours to look at.
      if (!config.databaseUrl) {
        const available = await this.#freeBytes(this.#dataDir);
        const needed = (await database.stats()).sizeBytes + RESERVE_BYTES;
        if (available !== undefined && available < needed) throw new BackupError('no-room', { needed, available });
      }
      const scratch = await this.#scratch().open();
      try {
        const { tables, rows, files } = await importDatabase(scratch.db, this.#disk.pathOf(fileName), log, {
          passphrase,
          signal,
          progress: (done, total) => progress({ step: 'load', done, total }),
        });
        const state = await checkRestored(scratch.db, {
          plugins: live(),
          version,
          signal,
          log,
          progress: (done, total) => progress({ step: 'rules', done, total }),
        });
        return { tables, rows, files, ...state, milliseconds: Math.round(performance.now() - begun) };
      } finally {
        await scratch.close();
      }
    });
  }

  sizeOf(fileName: string): Promise<number | undefined> {
    return this.#disk.sizeOf(fileName);
  }

  async read(fileName: string): ReturnType<Backups['read']> {
    return { ...(await this.#disk.read(fileName)), heldAs: `${HELD}${fileName}` };
  }

  async held(target: string): ReturnType<HeldBackups['held']> {
    if (!target.startsWith(HELD)) return undefined;
    const fileName = target.slice(HELD.length);
    try {
      const { content } = await this.#disk.read(fileName);
      return { fileName, content };
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      throw new AppError('core.file-missing', { code: EnvelopeCode.NotFound, cause: error });
    }
  }

  remove(fileName: string): Promise<void> {
    return this.#disk.remove(fileName);
  }

  /** What rows are read from. The embedded engine has one session: of it a copy is read where there is room for one, so that others wait for the copying alone. */
  async #still(): Promise<ScratchDatabase> {
    const { database, log } = this.#parts;
    const { copyTo } = database;
    const available = copyTo && (await this.#freeBytes(this.#dataDir));
    const needed = (await database.stats()).sizeBytes * COPY_SHARE + LOG_BYTES + RESERVE_BYTES;
    if (!copyTo || (available !== undefined && available < needed)) return { db: database, close: async () => {} };
    return await scratchFolders(this.#dataDir, log, { fill: copyTo }).open();
  }

  #scratch(): ScratchDatabases {
    const { config, database, log, baseSnapshot } = this.#parts;
    return config.databaseUrl ? scratchOnPostgres(config.databaseUrl, database, log) : scratchFolders(this.#dataDir, log, { baseSnapshot });
  }

  /** @throws BackupError `no-passphrase` */
  #passphrase(given: string | undefined): string {
    const passphrase = this.#parts.config.backupPassphrase || given;
    if (passphrase === undefined || !this.accepts(passphrase)) throw new BackupError('no-passphrase');
    return passphrase;
  }

  async #fileBytes(signal: AbortSignal): Promise<number> {
    let bytes = 0;
    for await (const { size } of filesOf(this.#parts.files)) {
      signal.throwIfAborted();
      bytes += size;
    }
    return bytes;
  }

  /**
   * One at a time in this process: the embedded engine is held up for longer than the scheduler waits for a sign of life, which then takes a run for dead.
   * Says in the words of `BackupError` what went wrong.
   */
  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    let end = (): void => {};
    this.#turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (error instanceof BackupError || (signal.aborted && error === signal.reason)) throw error;
      if (isFull(error)) throw new BackupError('no-room', { needed: RESERVE_BYTES, available: (await this.#disk.freeBytes()) ?? 0 }, { cause: error });
      if (error instanceof PassphraseError) throw new BackupError('passphrase', {}, { cause: error });
      if (error instanceof TransferError) throw new BackupError('damaged', { reason: error.message }, { cause: error });
      this.#parts.log.error({ err: error }, 'a backup failed');
      throw new BackupError('failed', {}, { cause: error });
    } finally {
      end();
    }
  }
}
