import { createReadStream } from 'node:fs';
import { cp, lstat, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { withoutTrailing } from '@nephra/plugin-sdk/contract';

/** Limits of a packed plugin, counted while it is unpacked. */
export interface ArchiveLimits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
}

const ARCHIVE_LIMITS: ArchiveLimits = { files: 2000, fileBytes: 32 * 1_048_576, totalBytes: 128 * 1_048_576 };

const BLOCK = 512;
const SAFE_PART = /^[A-Za-z0-9_@][A-Za-z0-9._@-]*$/;

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly kind: 'file' | 'folder' | 'skip';
}

const textAt = (block: Buffer, from: number, length: number): string => {
  const end = block.indexOf(0, from);
  return block.toString('utf8', from, end < 0 || end > from + length ? from + length : end);
};

function readHeader(block: Buffer): Entry {
  const stored = Number.parseInt(textAt(block, 148, 8).trim(), 8);
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 32 : (block[at] ?? 0);
  if (sum !== stored) throw new Error('it is no tar archive');
  const size = Number.parseInt(textAt(block, 124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('an entry has no valid size');
  const prefix = textAt(block, 257, 5) === 'ustar' ? textAt(block, 345, 155) : '';
  const name = prefix ? `${prefix}/${textAt(block, 0, 100)}` : textAt(block, 0, 100);
  const type = String.fromCharCode(block[156] ?? 0);
  if (type === '0' || type === '\0') return { name, size, kind: 'file' };
  if (type === '5') return { name, size, kind: 'folder' };
  // Remarks of some packers about time stamps; anything else (links, devices) is refused.
  if (type === 'g' || type === 'x') return { name, size, kind: 'skip' };
  throw new Error(`"${name.slice(0, 80)}" is neither a file nor a folder`);
}

function safePath(name: string): string {
  const parts = withoutTrailing(name.replace(/^(\.\/)+/, ''), '/').split('/');
  if (parts.length > 12 || !parts.every((part) => SAFE_PART.test(part))) throw new Error(`the file name "${name.slice(0, 80)}" is not allowed`);
  return parts.join('/');
}

/** Takes a tar stream apart, block by block, keeping at most one file in memory. */
class Unpacker extends Writable {
  readonly #target: string;
  readonly #limits: ArchiveLimits;
  /** Bytes that wait for the rest of their block or file; joined only once enough is there. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #entry: Entry | undefined;
  readonly #names = new Set<string>();
  #bytes = 0;
  #ended = false;

  constructor(target: string, limits: ArchiveLimits) {
    super();
    this.#target = target;
    this.#limits = limits;
  }

  get files(): number {
    return this.#names.size;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.totalBytes) {
      done(new Error(`it unpacks to more than ${this.#limits.totalBytes / 1_048_576} MB`));
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#drain().then(
      () => done(),
      (error: Error) => done(error),
    );
  }

  override _final(done: (error?: Error | null) => void): void {
    done(this.#entry || (!this.#ended && this.#waitingBytes > 0) ? new Error('it ends in the middle of a file') : null);
  }

  async #drain(): Promise<void> {
    while (!this.#ended) {
      if (!this.#entry) {
        if (this.#waitingBytes < BLOCK) return;
        const block = this.#take(BLOCK);
        if (block.every((byte) => byte === 0)) {
          this.#ended = true;
          return;
        }
        this.#entry = readHeader(block);
        if (this.#entry.size > this.#limits.fileBytes)
          throw new Error(`"${this.#entry.name.slice(0, 80)}" is larger than ${this.#limits.fileBytes / 1_048_576} MB`);
      }
      const padded = Math.ceil(this.#entry.size / BLOCK) * BLOCK;
      if (this.#waitingBytes < padded) return;
      const content = this.#take(padded).subarray(0, this.#entry.size);
      if (this.#entry.kind === 'file') await this.#store(this.#entry.name, content);
      this.#entry = undefined;
    }
  }

  #take(length: number): Buffer {
    const whole = this.#waiting.length === 1 && this.#waiting[0] ? this.#waiting[0] : Buffer.concat(this.#waiting);
    this.#waiting = whole.length > length ? [whole.subarray(length)] : [];
    this.#waitingBytes -= length;
    return whole.subarray(0, length);
  }

  async #store(name: string, content: Buffer): Promise<void> {
    const safe = safePath(name);
    // A second file of the same name must not replace what was checked.
    if (this.#names.has(safe)) throw new Error(`"${safe}" stands in it twice`);
    this.#names.add(safe);
    if (this.#names.size > this.#limits.files) throw new Error(`it holds more than ${this.#limits.files} files`);
    const file = path.join(this.#target, safe);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx', mode: 0o644 });
  }
}

/**
 * Unpacks a `.tgz` into an empty folder. Only plain files with plain names get out; size and number are measured while
 * reading. Whatever was written so far stays for the caller to remove.
 * @throws Error that completes "the package was refused: …".
 */
export async function unpack(archive: string, target: string, limits = ARCHIVE_LIMITS): Promise<void> {
  const unpacker = new Unpacker(target, limits);
  await pipeline(createReadStream(archive), createGunzip(), unpacker);
  if (unpacker.files === 0) throw new Error('it is empty');
}

/**
 * Copies a folder that somebody has put there into an empty one, within the same limits. A link, a pipe or a device in it is refused before it is opened.
 * @throws Error that completes "the package was refused: …".
 */
export async function copyFolder(source: string, target: string, { files, fileBytes, totalBytes } = ARCHIVE_LIMITS): Promise<void> {
  let count = 0;
  let bytes = 0;
  const takes = async (from: string): Promise<boolean> => {
    const info = await lstat(from);
    const name = path.relative(source, from).slice(0, 80);
    count += 1;
    // Folders count as well: empty ones would have no end.
    if (count > 2 * files) throw new Error(`it holds more than ${files} files`);
    if (info.isDirectory()) return true;
    if (!info.isFile()) throw new Error(`"${name}" is neither a file nor a folder`);
    if (info.size > fileBytes) throw new Error(`"${name}" is larger than ${fileBytes / 1_048_576} MB`);
    bytes += info.size;
    if (bytes > totalBytes) throw new Error(`it has more than ${totalBytes / 1_048_576} MB`);
    return true;
  };
  await cp(source, target, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true, filter: takes });
}
