import type { Readable } from 'node:stream';
import { defineService } from '../../contract/index.ts';

/**
 * Why a backup was not made, or did not pass.
 * - `no-passphrase`: none is set, or one that is too short
 * - `no-room`: the folder has less room than the backup needs (`needed`, `available`: bytes), or ran full on the way
 * - `folder`: the folder cannot be made, or not written into
 * - `missing`: the file is not in the folder of this server
 * - `passphrase`: the file was made with another passphrase
 * - `damaged`: the file is not what was written, or cut off
 * - `no-scratch`: no scratch database can be made; the account of the database may not
 * - `interrupted`: the server ended meanwhile
 * - `failed`: something else; the server's log says what
 */
export type BackupTrouble = 'no-passphrase' | 'no-room' | 'folder' | 'missing' | 'passphrase' | 'damaged' | 'no-scratch' | 'interrupted' | 'failed';

/** @see BackupTrouble */
export class BackupError extends Error {
  readonly trouble: BackupTrouble;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(trouble: BackupTrouble, params: Readonly<Record<string, string | number>> = {}, options?: ErrorOptions) {
    super(`backup: ${trouble} ${JSON.stringify(params)}`, options);
    this.name = 'BackupError';
    this.trouble = trouble;
    this.params = params;
  }
}

/** What is being done, and how much of it; `total` null: nobody knows. */
export interface BackupProgress {
  /** `rows`: reading pages of the database; `files`: reading uploaded files; `load`: loading rows into the scratch database; `rules`: checking invariants. */
  readonly step: 'rows' | 'files' | 'load' | 'rules';
  readonly done: number;
  readonly total: number | null;
}

export interface BackupWork {
  /** At least `MIN_PASSPHRASE_LENGTH` characters; that of the environment goes before it. */
  readonly passphrase: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: (progress: BackupProgress) => void;
}

export interface MadeBackup {
  readonly fileName: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  /** Uploaded files in it. */
  readonly files: number;
  readonly fileBytes: number;
  readonly milliseconds: number;
}

/** A backup that was loaded into a scratch database. It passed when nothing is in `broken` and the audit log is whole. */
export interface VerifiedBackup {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Invariants that were looked at. */
  readonly rules: number;
  /** `plugin: rule` of those that do not hold. */
  readonly broken: readonly string[];
  /** Entries of the audit log whose hashes were computed again. */
  readonly auditEntries: number;
  readonly auditWhole: boolean;
  readonly milliseconds: number;
}

/** Where backups lie, and what they need. */
export interface BackupFolder {
  readonly folder: string;
  /** `embedded`: others wait while its files are copied. */
  readonly engine: 'embedded' | 'postgres';
  /** Of this server; servers that do not share the folder see each their own backups. */
  readonly host: string;
  /** BACKUP_PASSPHRASE is set: a passphrase kept elsewhere is not used. */
  readonly passphraseFixed: boolean;
  /** Zero where the system does not tell. */
  readonly availableBytes: number;
  /** Of the database as it lies on the disk; a backup takes a fraction of it. */
  readonly databaseBytes: number;
}

/** Copies of the whole database, made while the server works. Each is one file that `npm run db:import` reads. */
export interface Backups {
  folder(): Promise<BackupFolder>;
  /** Whether a passphrase is long enough. */
  accepts(passphrase: string): boolean;
  /**
   * Makes one: rows as of one moment, then, when asked for, uploaded files. The file appears under its name when it is complete and on disk. What earlier ones
   * that were cut off left behind is removed first. On the embedded engine other work waits while its files are copied, and without room for a copy while rows are read. Never two at once, on whichever server.
   * @param name what the file is called, without its ending; letters, digits, `-`
   * @throws BackupError, the reason of `signal`
   */
  make(name: string, options: BackupWork & { readonly withFiles: boolean }): Promise<MadeBackup>;
  /**
   * Loads one into a scratch database, which is dropped afterwards, brings that to the present versions of plugins, and looks whether their invariants hold and
   * the audit log is whole. Needs the room of the database once more.
   * @throws BackupError, the reason of `signal`
   */
  verify(fileName: string, options: BackupWork): Promise<VerifiedBackup>;
  /** Its size in bytes; undefined when it is not in the folder of this server. */
  sizeOf(fileName: string): Promise<number | undefined>;
  /** @throws BackupError `missing` */
  read(fileName: string): Promise<{ readonly content: Readable; readonly bytes: number /** `RawReply.heldAs` of it */; readonly heldAs: string }>;
  /** One that is gone already is no mistake. */
  remove(fileName: string): Promise<void>;
}
/** Offered by the shell to plugins with the privilege `operations`. */
export const backups = defineService<Backups>('core.backups@1');
