import { Readable } from 'node:stream';
import { isAppError } from '@nephra/plugin-sdk/contract';
import type { Log } from '@nephra/plugin-sdk/server';
import type { ForeignFiles } from '../../foreign/foreign-files.ts';
import type { FileRecord, Files } from '../file-store.ts';
import { type FileStorage, placeOf } from '../storage/file-storage.ts';
import { isScaled, type ThumbnailSize, thumbnailPlace } from './thumbnail-rules.ts';

export interface ThumbnailsParts {
  readonly files: Pick<Files, 'read'>;
  readonly storage: Pick<FileStorage, 'look' | 'read' | 'putBytes'>;
  readonly foreign: Pick<ForeignFiles, 'picture'>;
  readonly log: Log;
}

/** Says nothing about the picture: the next one who asks may have better luck. */
const PASSING: readonly string[] = ['core.too-busy', 'core.storage-down', 'core.file-missing'];
/** Pictures that cannot be made smaller, remembered so long as the server runs: nobody keeps the readers busy by asking again. */
const MAX_REFUSED = 5_000;

/** Small pictures of stored ones, made when they are first asked for and kept beside them. Who may see the picture is decided before. */
export class Thumbnails {
  readonly #parts: ThumbnailsParts;
  readonly #making = new Map<string, Promise<Buffer | undefined>>();
  readonly #refused = new Set<string>();

  constructor(parts: ThumbnailsParts) {
    this.#parts = parts;
  }

  /** A JPEG; undefined: the picture itself is what there is to show. */
  async open(record: FileRecord, size: ThumbnailSize): Promise<Readable | undefined> {
    if (!isScaled(record) || this.#refused.has(record.fileId)) return undefined;
    const { storage, log } = this.#parts;
    const place = thumbnailPlace(placeOf(record.fileId), size);
    try {
      if (await storage.look(place)) return storage.read(place);
      const bytes = await this.#made(record, size, place);
      return bytes && Readable.from([bytes], { objectMode: false });
    } catch (error) {
      // A list without small pictures is slower, not wrong.
      log.warn({ err: error, file: record.fileId }, 'a small picture could not be made');
      return undefined;
    }
  }

  /** Those who ask at the same time wait for one. */
  async #made(record: FileRecord, size: ThumbnailSize, place: string): Promise<Buffer | undefined> {
    const known = this.#making.get(place);
    if (known) return await known;
    const making = this.#make(record, size, place).finally(() => this.#making.delete(place));
    this.#making.set(place, making);
    return await making;
  }

  async #make(record: FileRecord, size: ThumbnailSize, place: string): Promise<Buffer | undefined> {
    try {
      const bytes = await this.#parts.foreign.picture(() => this.#whole(record), size);
      await this.#parts.storage.putBytes(place, bytes);
      return bytes;
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (!PASSING.includes(error.key)) this.#refuse(record.fileId);
      return undefined;
    }
  }

  #refuse(fileId: string): void {
    const [oldest] = this.#refused;
    if (this.#refused.size >= MAX_REFUSED && oldest !== undefined) this.#refused.delete(oldest);
    this.#refused.add(fileId);
  }

  async #whole(record: FileRecord): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.#parts.files.read(record)) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  }
}
