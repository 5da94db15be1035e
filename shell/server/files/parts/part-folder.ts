import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

const NAME = /^\d{7}$/;
const nameOf = (part: number): string => String(part).padStart(7, '0');
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Parts of one upload on the disk. The folder has a name of our own; nothing that a sender wrote becomes part of a path. */
export class PartFolder {
  readonly #folder: string;

  constructor(root: string, name: string) {
    this.#folder = path.join(root, name);
  }

  /** Numbers of the parts that are there, ascending; none where the folder is gone. */
  async numbers(): Promise<number[]> {
    const names = await readdir(this.#folder).catch(gone<string[]>([]));
    return names
      .filter((name) => NAME.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** Bytes of all parts together. */
  async bytes(): Promise<number> {
    const sizes = await Promise.all((await this.numbers()).map((part) => stat(this.#pathOf(part)).then(({ size }) => size, gone(0))));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Takes a file from elsewhere on the same disk as this part, in place of an earlier one; it is on the disk, whole, when this ends. */
  async put(part: number, file: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const handle = await open(file, 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(file, this.#pathOf(part));
  }

  /** Parts 1 to `total`, one after the other. Ends with an error when one is missing. */
  read(total: number): Readable {
    const pathOf = (part: number): string => this.#pathOf(part);
    async function* all(): AsyncGenerator<Buffer> {
      for (let part = 1; part <= total; part += 1) yield* createReadStream(pathOf(part));
    }
    return Readable.from(all(), { objectMode: false });
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  #pathOf(part: number): string {
    return path.join(this.#folder, nameOf(part));
  }
}

const gone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isGone(error)) return instead;
    throw error;
  };
