import { statfs } from 'node:fs/promises';
import { databaseFull } from '../database-error.ts';

const CHECK_MS = 5_000;

/** Refuses writes before the disk is full: a full disk makes the embedded engine spin instead of failing cleanly. */
export class DiskGuard {
  readonly #path: string;
  readonly #minimumFreeBytes: number;
  readonly #timer: NodeJS.Timeout;
  #freeBytes = Number.POSITIVE_INFINITY;

  constructor(path: string, minimumFreeBytes: number) {
    this.#path = path;
    this.#minimumFreeBytes = minimumFreeBytes;
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  async check(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(this.#path);
      this.#freeBytes = bavail * bsize;
    } catch {
      // Not every file system can tell; then there is nothing to guard by.
      this.#freeBytes = Number.POSITIVE_INFINITY;
    }
  }

  get trouble(): string {
    if (this.#freeBytes >= this.#minimumFreeBytes) return '';
    return `only ${Math.floor(this.#freeBytes / 1_048_576)} MiB of disk are free; writing is refused below ${Math.floor(this.#minimumFreeBytes / 1_048_576)} MiB`;
  }

  /** @throws AppError `core.database-full`. */
  assertWritable(): void {
    const { trouble } = this;
    if (trouble !== '') throw databaseFull(new Error(trouble));
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
