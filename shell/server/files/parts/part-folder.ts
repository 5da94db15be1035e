import { Readable } from 'node:stream';
import type { FileStorage } from '../storage/file-storage.ts';

/** Where parts of all uploads lie. */
export const PARTS = 'incoming/parts/';
const NAME = /^\d{7}$/;
const nameOf = (part: number): string => String(part).padStart(7, '0');

/** Parts of one upload in the storage. The folder has a name of our own; nothing that a sender wrote becomes part of a place. */
export class PartFolder {
  readonly #storage: FileStorage;
  readonly #folder: `${string}/`;

  constructor(storage: FileStorage, name: string) {
    this.#storage = storage;
    this.#folder = `${PARTS}${name}/`;
  }

  /** Numbers of the parts that are there, ascending; none where the folder is gone. */
  async numbers(): Promise<number[]> {
    const numbers: number[] = [];
    for await (const { place } of this.#storage.list(this.#folder)) {
      const name = place.slice(this.#folder.length);
      if (NAME.test(name)) numbers.push(Number(name));
    }
    return numbers.sort((a, b) => a - b);
  }

  /** Takes a received file as this part, in place of an earlier one; it is there, whole, when this ends. */
  async put(part: number, file: string): Promise<void> {
    await this.#storage.put(this.#placeOf(part), file);
  }

  /** Parts 1 to `total`, one after the other. Ends with an error of code `ENOENT` when one is missing. */
  read(total: number): Readable {
    const read = (part: number): Readable => this.#storage.read(this.#placeOf(part));
    async function* all(): AsyncGenerator<Buffer> {
      for (let part = 1; part <= total; part += 1) yield* read(part);
    }
    return Readable.from(all(), { objectMode: false });
  }

  async remove(): Promise<void> {
    await this.#storage.removeBelow(this.#folder);
  }

  #placeOf(part: number): string {
    return `${this.#folder}${nameOf(part)}`;
  }
}
