import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { AppError, EnvelopeCode } from '../../contract/errors.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
/** A comment of the whole file has at most so many bytes. */
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 2_000;
/** Sheets of real people pack 10 to 30 times smaller. Small parts may pack better than that. */
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM = 1_048_576;

export const unreadable = (cause?: unknown): AppError => new AppError('core.xlsx-unreadable', { code: EnvelopeCode.Invalid, cause });
export const tooMuchInside = (): AppError => new AppError('core.xlsx-too-large', { code: EnvelopeCode.TooLarge });

interface Entry {
  readonly stored: boolean;
  readonly packed: number;
  readonly unpacked: number;
  readonly at: number;
}

/**
 * The parts of a zip file that came from outside. Nothing is unpacked before it is asked for; sizes are counted while unpacking, whatever
 * the file says of itself.
 */
export class ZipParts {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  /**
   * @param mostBytes that all parts together may unpack to
   * @throws AppError `core.xlsx-unreadable`, `core.xlsx-too-large`
   */
  constructor(bytes: Buffer, mostBytes: number) {
    this.#bytes = bytes;
    this.#left = mostBytes;
    try {
      this.#entries = directoryOf(bytes);
    } catch (error) {
      throw error instanceof RangeError ? unreadable(error) : error;
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** Names of all parts, folders left out. */
  get paths(): readonly string[] {
    return [...this.#entries.keys()].filter((path) => !path.endsWith('/'));
  }

  /** Bytes that a part unpacks to, as the file says of itself; undefined when there is no such part. */
  unpackedSize(path: string): number | undefined {
    return this.#entries.get(path)?.unpacked;
  }

  /** Text of a part piece by piece. @throws AppError as above, also for a part that is not there */
  async *text(path: string): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8');
    for await (const chunk of this.#unpacked(path)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }

  /** A part as a whole, such as a picture. @throws AppError as above, also for a part that is not there */
  async bytes(path: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#unpacked(path)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *#unpacked(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (!entry) throw unreadable();
    if (entry.unpacked > this.#left) throw tooMuchInside();
    if (entry.unpacked > RATIO_COUNTS_FROM && entry.unpacked > entry.packed * MAX_RATIO) throw tooMuchInside();
    let size = 0;
    try {
      for await (const chunk of this.#open(entry)) {
        size += (chunk as Buffer).length;
        this.#left -= (chunk as Buffer).length;
        // The directory may lie about the size.
        if (size > entry.unpacked) throw unreadable();
        if (this.#left < 0) throw tooMuchInside();
        yield chunk as Buffer;
      }
    } catch (error) {
      throw error instanceof AppError ? error : unreadable(error);
    }
    if (size !== entry.unpacked) throw unreadable();
  }

  #open(entry: Entry): Readable {
    const bytes = this.#bytes;
    if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== LOCAL_ENTRY) throw unreadable();
    const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
    if (from + entry.packed > bytes.length) throw unreadable();
    const packed = Readable.from([bytes.subarray(from, from + entry.packed)]);
    if (entry.stored) return packed;
    const inflate = createInflateRaw();
    packed.once('error', (error) => inflate.destroy(error));
    return packed.pipe(inflate);
  }
}

function directoryOf(bytes: Buffer): ReadonlyMap<string, Entry> {
  let end = bytes.length - 22;
  const last = Math.max(0, end - MAX_COMMENT);
  while (end >= last && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < last) throw unreadable();
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw tooMuchInside();
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = count; left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw unreadable();
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replace(/^\/+/, '');
    // Encrypted parts, and ways of packing that no spreadsheet uses.
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw unreadable();
    entries.set(name, { stored: method === 0, packed: bytes.readUInt32LE(at + 20), unpacked: bytes.readUInt32LE(at + 24), at: bytes.readUInt32LE(at + 42) });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
