import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ByteRange, FileStorage, StoredObject } from './file-storage.ts';

const SAFE = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const orWhenGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (!isGone(error)) throw error;
    return instead;
  };

/** Opened when the first byte is asked for: one that is gone fails where somebody reads, not beside a call that has not come to it yet. */
async function* bytesOf(file: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  yield* createReadStream(file, range ? { start: range.from, end: range.to } : {});
}

/** Files in a folder of this machine, or of a disk that several servers mount. */
export class DiskStorage implements FileStorage {
  readonly kind = 'disk';
  readonly remote = false;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /** A disk that fails says so with the first file; an empty folder is made then. */
  async prepare(): Promise<void> {}

  /** `source` has to lie on the same disk. */
  async put(place: string, source: string): Promise<void> {
    const target = this.#pathOf(place);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const handle = await open(source, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(source, target);
  }

  async putBytes(place: string, bytes: Buffer): Promise<void> {
    const target = this.#pathOf(place);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const beside = `${target}.${process.pid}-${process.hrtime.bigint()}`;
    try {
      await writeFile(beside, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await rename(beside, target);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  read(place: string, range?: ByteRange): Readable {
    return Readable.from(bytesOf(this.#pathOf(place), range), { objectMode: false });
  }

  async look(place: string): Promise<{ readonly size: number } | undefined> {
    return await stat(this.#pathOf(place)).then(({ size }) => ({ size }), orWhenGone(undefined));
  }

  async remove(place: string): Promise<void> {
    await rm(this.#pathOf(place), { force: true });
  }

  async *list(below: '' | `${string}/`): AsyncGenerator<StoredObject> {
    const folder = below === '' ? this.#folder : this.#pathOf(below.slice(0, -1));
    const entries = await opendir(folder).catch(orWhenGone(undefined));
    if (!entries) return;
    for await (const entry of entries) {
      const place = `${below}${entry.name}`;
      if (!SAFE.test(place)) continue;
      if (entry.isDirectory()) yield* this.list(`${place}/`);
      if (!entry.isFile()) continue;
      // One that is deleted meanwhile is left out, as one that was deleted before.
      const info = await stat(path.join(folder, entry.name)).catch(orWhenGone(undefined));
      if (info) yield { place, size: info.size, modifiedAt: info.mtime };
    }
  }

  async folders(below: `${string}/`): Promise<{ name: string; modifiedAt: Date }[]> {
    const folder = this.#pathOf(below.slice(0, -1));
    const found: { name: string; modifiedAt: Date }[] = [];
    for (const name of await readdir(folder).catch(orWhenGone<string[]>([]))) {
      const info = await stat(path.join(folder, name)).catch(orWhenGone(undefined));
      if (info?.isDirectory()) found.push({ name, modifiedAt: info.mtime });
    }
    return found;
  }

  async removeBelow(below: `${string}/`): Promise<void> {
    await rm(this.#pathOf(below.slice(0, -1)), { recursive: true, force: true });
  }

  /** Nothing half-written lies at a place: files are renamed into theirs. */
  async forgetUnfinished(): Promise<void> {}

  close(): void {}

  /** @throws Error for what is no place: it would lie elsewhere */
  #pathOf(place: string): string {
    if (!SAFE.test(place)) throw new Error('no place of a file');
    return path.join(this.#folder, place);
  }
}
