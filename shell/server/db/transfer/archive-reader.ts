import { readArchive, SealedArchiveError } from './archive-encryption.ts';
import { END_OF_ROWS, type Manifest, type Seal, TransferError } from './archive-format.ts';

const NEWLINE = 0x0a;
const MAX_LINE = 256 * 1024 * 1024;
const endOfRows = Buffer.from(END_OF_ROWS);

/** Reads an export file front to back in constant memory. */
export class ArchiveReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(file: string, passphrase?: string) {
    this.#chunks = readArchive(file, passphrase);
  }

  /** @throws TransferError when this is no export file, or one of a later format. */
  async manifest(): Promise<Manifest> {
    let manifest: Partial<Manifest>;
    try {
      manifest = JSON.parse(await this.#line()) as Partial<Manifest>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SealedArchiveError) throw error;
      throw new TransferError('This is not a database export of this product.');
    }
    if (manifest.format !== 'nephra-database') throw new TransferError('This is not a database export of this product.');
    if (manifest.version !== 1) throw new TransferError(`The export has format ${manifest.version}; this version reads format 1. Use the newer version.`);
    return manifest as Manifest;
  }

  /** Rows of the next table, in pieces that end at a row's end. */
  async *rows(pieceBytes: number): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#buffer.length < pieceBytes && !this.#ended) await this.#more(pieceBytes - this.#buffer.length);
      const end = this.#endOfRows();
      if (end !== undefined) {
        if (end > 0) yield this.#take(end);
        this.#take(endOfRows.length);
        return;
      }
      if (this.#ended) throw new TransferError('The export is cut off: its end is missing.');
      // The last line may be the beginning of the end mark; it stays for the next look.
      const whole = this.#buffer.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) yield this.#take(whole);
      else if (this.#buffer.length > MAX_LINE) throw new TransferError('The export is damaged: a row is longer than a row can be.');
      else await this.#more(this.#buffer.length);
    }
  }

  async seal(): Promise<Seal> {
    return (await this.object()) as Seal;
  }

  /** The next line, which is JSON. @throws TransferError */
  async object(): Promise<unknown> {
    const line = await this.#line();
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new TransferError('The export is damaged: a line of it cannot be read.');
    }
  }

  /** So many bytes, in pieces as they come. @throws TransferError when the file ends before */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#buffer.length === 0) {
        if (this.#ended) throw new TransferError('The export is cut off: its end is missing.');
        await this.#more();
        continue;
      }
      const piece = this.#take(Math.min(left, this.#buffer.length));
      left -= piece.length;
      yield piece;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Where the end mark begins; it counts at the beginning of a line only. */
  #endOfRows(): number | undefined {
    if (this.#buffer.subarray(0, endOfRows.length).equals(endOfRows)) return 0;
    const found = this.#buffer.indexOf(`\n${END_OF_ROWS}`);
    return found < 0 ? undefined : found + 1;
  }

  #take(bytes: number): Buffer {
    const taken = this.#buffer.subarray(0, bytes);
    this.#buffer = this.#buffer.subarray(bytes);
    return taken;
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf(NEWLINE);
      if (end >= 0) return this.#take(end + 1).toString('utf8');
      if (this.#ended) throw new TransferError('The export is cut off: its end is missing.');
      if (this.#buffer.length > MAX_LINE) throw new TransferError('This is not a database export of this product.');
      await this.#more(this.#buffer.length);
    }
  }

  /** Reads on until so many bytes more are here, or the file ends; they are put together once, not with each piece that comes. */
  async #more(atLeast = 1): Promise<void> {
    const pieces = this.#buffer.length === 0 ? [] : [this.#buffer];
    for (let come = 0; come < Math.max(1, atLeast) && !this.#ended; ) {
      const next = await this.#next();
      if (next === undefined) this.#ended = true;
      else pieces.push(next);
      come += next?.length ?? 0;
    }
    const [only] = pieces;
    this.#buffer = pieces.length === 1 && only ? only : Buffer.concat(pieces);
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      const next = await this.#chunks.next();
      return next.done ? undefined : next.value;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'Z_BUF_ERROR') throw new TransferError('The export is cut off: its end is missing.');
      if (code?.startsWith('Z_')) throw new TransferError('The export is damaged or not an export of this product.');
      throw error;
    }
  }
}
