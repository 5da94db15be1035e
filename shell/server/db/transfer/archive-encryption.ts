import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { TransferError } from './archive-format.ts';
import { passphraseIdentity, passphraseRecipient } from './archive-passphrase.ts';

/** A backup lies about for years, and guessing at it leaves no trace: shorter ones are refused when it is made. */
export const MIN_PASSPHRASE_LENGTH = 12;
/** Unpacked at a time: with the 16 kB of the library most of the time goes into handing over. */
const PIECE_BYTES = 256 * 1024;
const AGE_HEADER = Buffer.from('age-encryption.org/');
/** Guessing one passphrase takes 256 MB and about a second. */
const WORK_FACTOR = 18;

/** The file is encrypted, and the passphrase does not open it, or not to its end. */
export class SealedArchiveError extends TransferError {}

/** The passphrase does not open the file. */
export class PassphraseError extends SealedArchiveError {}

/**
 * Names the passphrase of an export.
 * @param workFactor log2 of the cost of one guess; tests take a small one
 */
export interface ArchiveLock {
  readonly passphrase: string;
  readonly workFactor?: number | undefined;
}

/**
 * Sends what comes out of `gzip` to the file, sealed with the passphrase when there is one: in the format of the tool `age`, so that the file can be opened
 * without this product, too. Comes back once the passphrase has been worked in, which takes a second, and before anything is read.
 * @returns what settles when everything is in the file
 */
export async function startWriting(gzip: Transform, target: Writable, lock: ArchiveLock | undefined): Promise<{ readonly written: Promise<void> }> {
  if (!lock) return { written: pipeline(gzip, target) };
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(lock.passphrase, lock.workFactor ?? WORK_FACTOR));
  return { written: pipeline(fromWeb(await encrypter.encrypt(toWeb(gzip))), target) };
}

export const isLongEnough = (passphrase: string): boolean => [...passphrase].length >= MIN_PASSPHRASE_LENGTH;

export function checkPassphrase(passphrase: string): void {
  if (isLongEnough(passphrase)) return;
  throw new TransferError(`The passphrase is too short: take at least ${MIN_PASSPHRASE_LENGTH} characters, or several words.`);
}

/**
 * What an export file holds, opened and unpacked.
 * @throws SealedArchiveError (while reading) when the file is encrypted and `passphrase` is missing or wrong, or when it was changed
 */
export async function* readArchive(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const encrypted = await isEncrypted(file);
  if (encrypted && !passphrase) throw new PassphraseError('The export is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.');
  const source = createReadStream(file);
  const bytes = createGunzip({ chunkSize: PIECE_BYTES });
  try {
    const ending = pipeline(encrypted && passphrase ? decrypted(source, passphrase) : source, bytes);
    // Told by the reading of `bytes`, which it destroys.
    ending.catch(() => undefined);
    for await (const chunk of bytes) yield chunk as Buffer;
  } finally {
    bytes.destroy();
    source.destroy();
  }
}

async function* decrypted(source: Readable, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(passphrase));
  const plain = await decrypter.decrypt(toWeb(source)).catch((cause: unknown) => {
    throw new PassphraseError('The export could not be decrypted: this is not the passphrase it was made with, or the beginning of the file is damaged.', {
      cause,
    });
  });
  try {
    yield* fromWeb(plain);
  } catch (cause) {
    throw new SealedArchiveError('The export is damaged or cut off: what stands there is not what was encrypted.', { cause });
  }
}

// One stream under two names: the library speaks of the browser's, Node.js of its own.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as NodeReadableStream<Uint8Array>);

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0);
    return buffer.equals(AGE_HEADER);
  } finally {
    await handle.close();
  }
}
