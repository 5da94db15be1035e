import { createReadStream } from 'node:fs';
import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from '@nephra/plugin-sdk/server';

/** Stays free whatever happens: below 256 MB the embedded database takes no more writes. */
export const RESERVE_BYTES = 320 * 1024 * 1024;
/** Rows take a tenth of what the database takes on the disk; more is asked for, so that a backup that begins comes to its end. */
const ROWS_SHARE = 0.25;
const ENDING = '.nephra';
const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}\.nephra$/;
const UNFINISHED = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}\.nephra\.part$/;

/** Free bytes where a folder lies; undefined where the system does not tell. */
export type FreeBytes = (folder: string) => Promise<number | undefined>;

export const freeBytesOf: FreeBytes = (folder) =>
  statfs(folder).then(
    ({ bsize, bavail }) => bsize * bavail,
    () => undefined,
  );

/** Room that a backup asks for before it begins. */
export const roomFor = (databaseBytes: number, fileBytes: number): number => Math.ceil(databaseBytes * ROWS_SHARE) + fileBytes + RESERVE_BYTES;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** Whether the disk, or somebody's share of it, is full. */
export const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

/** The folder that backups lie in. Names are checked here: nothing leads out of it. */
export class BackupFolderOnDisk {
  readonly folder: string;
  readonly #freeBytes: FreeBytes;

  constructor(folder: string, freeBytes: FreeBytes) {
    this.folder = folder;
    this.#freeBytes = freeBytes;
  }

  /** @throws BackupError `folder` */
  async prepare(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await access(this.folder, constants.W_OK);
    } catch (error) {
      if (isFull(error)) throw new BackupError('no-room', { needed: RESERVE_BYTES, available: 0 }, { cause: error });
      throw new BackupError('folder', { folder: this.folder, reason: codeOf(error) ?? '' }, { cause: error });
    }
  }

  freeBytes(): Promise<number | undefined> {
    return this.#freeBytes(this.folder);
  }

  /** @throws BackupError `no-room` */
  async assertRoom(needed: number): Promise<void> {
    const available = await this.freeBytes();
    if (available !== undefined && available < needed) throw new BackupError('no-room', { needed, available });
  }

  /** Removes what backups left behind that were cut off. Only while none is being made. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) if (UNFINISHED.test(name)) await rm(path.join(this.folder, name), { force: true });
  }

  /** @throws TypeError for a name that no backup has */
  fileNameOf(name: string): string {
    if (!NAME.test(name)) throw new TypeError(`a backup cannot be called ${name}`);
    return `${name}${ENDING}`;
  }

  /** @throws BackupError `missing` for a name that is none of a backup */
  pathOf(fileName: string): string {
    if (!FILE_NAME.test(fileName)) throw new BackupError('missing', { fileName });
    return path.join(this.folder, fileName);
  }

  async sizeOf(fileName: string): Promise<number | undefined> {
    return await stat(this.pathOf(fileName)).then(
      (found) => (found.isFile() ? found.size : undefined),
      () => undefined,
    );
  }

  /** @throws BackupError `missing` */
  async read(fileName: string): Promise<{ readonly content: Readable; readonly bytes: number }> {
    const bytes = await this.sizeOf(fileName);
    if (bytes === undefined) throw new BackupError('missing', { fileName });
    return { content: createReadStream(this.pathOf(fileName)), bytes };
  }

  async remove(fileName: string): Promise<void> {
    await rm(this.pathOf(fileName), { force: true });
  }
}
