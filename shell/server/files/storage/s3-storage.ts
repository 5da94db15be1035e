import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Log } from '@nephra/plugin-sdk/server';
import { ConfigError } from '../../config/index.ts';
import { Gate } from '../../core/gate.ts';
import type { ByteRange, FileStorage, PutOptions, StoredObject } from './file-storage.ts';
import { completionOf, elementText, listedPage, openMultiparts } from '../../outbound/s3/s3-answers.ts';
import { S3Client, type S3Limits, S3Refusal, type S3Settings, S3Silence } from '../../outbound/s3/s3-client.ts';
import { unreachableText } from './s3-problems.ts';

/** A larger file goes in parts of so many bytes; the smallest that services take are 5 MiB. 10,000 parts are 80 GB. */
const PART_BYTES = 8 * 1_048_576;
/** Each holds one part in memory. */
const PUTS_AT_ONCE = 4;
const READ_ATTEMPTS = 4;
/** In a bucket, says whose files these are. */
const OWNER = 'nephra-installation';
const REMOVED_AT_ONCE = 8;

const gone = (): Error => Object.assign(new Error('nothing lies there'), { code: 'ENOENT' });
const isMissing = (error: unknown): boolean =>
  error instanceof S3Refusal && error.status === 404 && error.code !== 'NoSuchBucket' && error.code !== 'NoSuchUpload';

/** Files in a bucket of an S3-compatible service. */
export class S3Storage implements FileStorage {
  readonly kind = 's3';
  readonly remote = true;
  readonly #client: S3Client;
  readonly #log: Log;
  readonly #puts = new Gate(PUTS_AT_ONCE);

  constructor(settings: S3Settings, log: Log, limits?: S3Limits) {
    this.#client = new S3Client(settings, limits);
    this.#log = log;
  }

  close(): void {
    this.#client.close();
  }

  /** @throws ConfigError when the bucket cannot be listed */
  async check(): Promise<void> {
    await this.#inWordsOfTheStart(this.#client.text({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix: this.#client.settings.prefix } }));
  }

  async prepare(owner: string): Promise<void> {
    const { bucket, prefix } = this.#client.settings;
    await this.check();
    const found = await this.#inWordsOfTheStart(this.#claim(owner));
    if (found === owner) return;
    throw new ConfigError([
      `The bucket "${bucket}" holds the files of another installation (${found}, this one is ${owner}): give this one a bucket or an S3_PREFIX of its own. If that one is no longer used, delete the object "${prefix}${OWNER}" first.`,
    ]);
  }

  async #inWordsOfTheStart<Result>(work: Promise<Result>): Promise<Result> {
    return await work.catch((error: unknown) => {
      throw new ConfigError([unreachableText(error, this.#client.settings)]);
    });
  }

  /** @returns whose files these are from now on: of two who ask at once the first one's */
  async #claim(owner: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await this.#client.text({ method: 'GET', key: this.#keyOf(OWNER) })).body;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      try {
        await this.#client.text({ method: 'PUT', key: this.#keyOf(OWNER), body: Buffer.from(owner), headers: { 'if-none-match': '*' } });
      } catch (error) {
        // Somebody was sooner; or it was this one, and the answer was lost.
        if (!(error instanceof S3Refusal && error.status === 412) || attempt > 1) throw error;
      }
    }
  }

  async put(place: string, source: string, { signal, sha256 }: PutOptions = {}): Promise<void> {
    const { size } = await stat(source);
    await this.#told(signal, async () => {
      await this.#puts.run(
        () => (size > PART_BYTES ? this.#putParts(place, source, size, signal, sha256) : this.#putWhole(place, source, signal, sha256)),
        signal,
      );
    });
    await rm(source, { force: true });
  }

  async putBytes(place: string, bytes: Buffer): Promise<void> {
    await this.#told(undefined, async () => {
      await this.#client.text({ method: 'PUT', key: this.#keyOf(place), body: bytes });
    });
  }

  read(place: string, range?: ByteRange): Readable {
    return Readable.from(this.#bytes(place, range), { objectMode: false });
  }

  async look(place: string): Promise<{ readonly size: number; readonly sha256?: string } | undefined> {
    return await this.#told(undefined, () => this.#look(place));
  }

  async remove(place: string): Promise<void> {
    await this.#told(undefined, async () => {
      try {
        await this.#client.text({ method: 'DELETE', key: this.#keyOf(place) });
      } catch (error) {
        // Most services say nothing about what was not there; some do.
        if (!isMissing(error)) throw error;
      }
    });
  }

  async *list(below: '' | `${string}/`): AsyncGenerator<StoredObject> {
    const { prefix } = this.#client.settings;
    let next: string | undefined;
    do {
      const query = { 'list-type': '2', prefix: `${prefix}${below}`, ...(next === undefined ? {} : { 'continuation-token': next }) };
      const page = await this.#told(undefined, async () => listedPage((await this.#client.text({ method: 'GET', query })).body));
      for (const { key, ...facts } of page.objects)
        if (key.startsWith(prefix) && key !== this.#keyOf(OWNER)) yield { ...facts, place: key.slice(prefix.length) };
      next = page.next;
    } while (next !== undefined);
  }

  async folders(below: `${string}/`): Promise<{ name: string; modifiedAt: Date }[]> {
    const latest = new Map<string, Date>();
    for await (const { place, modifiedAt } of this.list(below)) {
      const [name = '', ...rest] = place.slice(below.length).split('/');
      if (rest.length === 0) continue;
      const known = latest.get(name);
      if (!known || known < modifiedAt) latest.set(name, modifiedAt);
    }
    return [...latest].map(([name, modifiedAt]) => ({ name, modifiedAt }));
  }

  async removeBelow(below: `${string}/`): Promise<void> {
    let batch: string[] = [];
    const remove = async (): Promise<void> => {
      await Promise.all(batch.map((place) => this.remove(place)));
      batch = [];
    };
    for await (const { place } of this.list(below)) {
      batch.push(place);
      if (batch.length >= REMOVED_AT_ONCE) await remove();
    }
    await remove();
  }

  async forgetUnfinished(before: Date): Promise<void> {
    const { prefix } = this.#client.settings;
    const open = await this.#told(undefined, async () => openMultiparts((await this.#client.text({ method: 'GET', query: { uploads: '', prefix } })).body));
    for (const { key, uploadId, initiated } of open) if (key.startsWith(prefix) && initiated < before) await this.#abandon(key, uploadId);
  }

  async #putWhole(place: string, source: string, signal: AbortSignal | undefined, sha256: string | undefined): Promise<void> {
    const handle = await open(source, 'r');
    const body = await handle.readFile().finally(() => handle.close());
    await this.#client.text({ method: 'PUT', key: this.#keyOf(place), body, signal, headers: digestHeader(sha256) });
  }

  async #putParts(place: string, source: string, size: number, signal: AbortSignal | undefined, sha256: string | undefined): Promise<void> {
    const key = this.#keyOf(place);
    const begun = await this.#client.text({ method: 'POST', key, query: { uploads: '' }, signal, headers: digestHeader(sha256) });
    const uploadId = elementText(begun.body, 'UploadId');
    if (!uploadId) throw new S3Silence(new Error('no UploadId'));
    try {
      const etags: string[] = [];
      for (let from = 0; from < size; from += PART_BYTES) {
        const body = await bytesOf(source, from, Math.min(size, from + PART_BYTES) - 1);
        const query = { partNumber: String(etags.length + 1), uploadId };
        const { headers } = await this.#client.text({ method: 'PUT', key, query, body, signal });
        etags.push(headers.etag ?? '');
      }
      await this.#complete(key, place, size, uploadId, etags, signal);
    } catch (error) {
      await this.#abandon(key, uploadId);
      throw error;
    }
  }

  async #complete(key: string, place: string, size: number, uploadId: string, etags: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    try {
      const { body } = await this.#client.text({ method: 'POST', key, query: { uploadId }, body: Buffer.from(completionOf(etags)), signal });
      // It begins to answer before it knows, so a refusal may come with status 200.
      const code = elementText(body, 'Code');
      if (code !== undefined) throw new S3Refusal(500, code, elementText(body, 'Message') ?? '');
    } catch (error) {
      // Asked again after an answer was lost: the upload is gone because it was completed.
      if (!(error instanceof S3Refusal && error.code === 'NoSuchUpload') || (await this.#look(place))?.size !== size) throw error;
    }
  }

  /** What cannot be given up now goes with the old ones. */
  async #abandon(key: string, uploadId: string): Promise<void> {
    await this.#client
      .text({ method: 'DELETE', key, query: { uploadId } })
      .catch((error: unknown) =>
        error instanceof S3Refusal && error.code === 'NoSuchUpload'
          ? undefined
          : this.#log.warn({ err: error }, 'an upload to the storage could not be given up'),
      );
  }

  async #look(place: string): Promise<{ readonly size: number; readonly sha256?: string } | undefined> {
    try {
      const { headers } = await this.#client.text({ method: 'HEAD', key: this.#keyOf(place) });
      const sha256 = headers['x-amz-meta-sha256'];
      return { size: Number(headers['content-length']), ...(typeof sha256 === 'string' ? { sha256 } : {}) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Goes on where a lost line left off, as long as it is the same object. */
  async *#bytes(place: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
    let at = range?.from ?? 0;
    let etag: string | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const headers = { ...(at > 0 || range ? { range: `bytes=${at}-${range?.to ?? ''}` } : {}), ...(etag === undefined ? {} : { 'if-match': etag }) };
        const answer = await this.#client.send({ method: 'GET', key: this.#keyOf(place), headers });
        etag ??= answer.headers.etag;
        for await (const piece of this.#client.pieces(answer)) {
          at += piece.length;
          yield piece;
        }
        return;
      } catch (error) {
        if (isMissing(error)) throw gone();
        // Cut off just behind the last byte.
        if (attempt > 1 && error instanceof S3Refusal && error.status === 416) return;
        if (!(error instanceof S3Silence) || attempt >= READ_ATTEMPTS) throw this.#down(error);
        if (range && at > range.to) return;
      }
    }
  }

  /** In the words of the product. */
  async #told<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#down(error);
    }
  }

  #down(error: unknown): unknown {
    if (!(error instanceof S3Refusal || error instanceof S3Silence)) return error;
    this.#log.error({ err: error }, 'the storage of files does not do what it should');
    return new AppError('core.storage-down', { code: EnvelopeCode.Unavailable, cause: error });
  }

  #keyOf(place: string): string {
    return `${this.#client.settings.prefix}${place}`;
  }
}

const digestHeader = (sha256: string | undefined): Record<string, string> => (sha256 === undefined ? {} : { 'x-amz-meta-sha256': sha256 });

async function bytesOf(source: string, from: number, to: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(source, { start: from, end: to })) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
