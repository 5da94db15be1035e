import { createWriteStream, type WriteStream } from 'node:fs';
import { createGzip, type Gzip } from 'node:zlib';
import { type ArchiveLock, startWriting } from './archive-encryption.ts';

/** With the 16 kB of the library most of the time goes into handing over. */
const PACKED_AT_A_TIME = 256 * 1024;
/** Asked again when so much more of the file is on its way to the disk. */
const ROOM_EVERY_BYTES = 16 * 1024 * 1024;

export interface ArchiveWriterOptions {
  readonly lock?: ArchiveLock | undefined;
  /** Ends the writing with its reason at the next piece. */
  readonly signal?: AbortSignal | undefined;
  /** Asked now and then whether there is still room; what it throws ends the writing. */
  readonly assertRoom?: (() => Promise<void>) | undefined;
}

/** Writes an export file front to back in constant memory. */
export class ArchiveWriter {
  readonly #gzip: Gzip;
  readonly #target: WriteStream;
  readonly #written: Promise<void>;
  readonly #options: ArchiveWriterOptions;
  #askedAt = 0;

  private constructor(gzip: Gzip, target: WriteStream, written: Promise<void>, options: ArchiveWriterOptions) {
    this.#gzip = gzip;
    this.#target = target;
    this.#written = written;
    this.#options = options;
    // A failure of either end stops the other; `put` and `end` tell it.
    written.catch((error: Error) => gzip.destroy(error));
  }

  /** Comes back once the passphrase has been worked in. */
  static async open(file: string, options: ArchiveWriterOptions): Promise<ArchiveWriter> {
    const target = createWriteStream(file, { mode: 0o600 });
    const gzip = createGzip({ chunkSize: PACKED_AT_A_TIME });
    try {
      const { written } = await startWriting(gzip, target, options.lock);
      return new ArchiveWriter(gzip, target, written, options);
    } catch (error) {
      gzip.destroy();
      target.destroy();
      throw error;
    }
  }

  /** Bytes of the file so far. */
  get bytes(): number {
    return this.#target.bytesWritten;
  }

  /** @throws the reason of `signal`, what `assertRoom` throws, what the disk refuses */
  async put(data: string | Buffer): Promise<void> {
    const { signal, assertRoom } = this.#options;
    signal?.throwIfAborted();
    if (assertRoom && this.bytes - this.#askedAt >= ROOM_EVERY_BYTES) {
      this.#askedAt = this.bytes;
      await assertRoom();
    }
    if (this.#gzip.errored) throw this.#gzip.errored;
    if (this.#gzip.write(data)) return;
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        this.#gzip.off('drain', settle).off('close', settle);
        if (this.#gzip.errored) reject(this.#gzip.errored);
        else resolve();
      };
      this.#gzip.on('drain', settle).on('close', settle);
    });
  }

  async end(): Promise<void> {
    this.#gzip.end();
    await this.#written;
  }

  /** Lets go of the file, complete or not. */
  async close(): Promise<void> {
    this.#gzip.destroy();
    if (this.#target.closed) return;
    await new Promise<void>((resolve) => {
      this.#target.once('close', () => resolve());
      this.#target.destroy();
    });
  }
}
