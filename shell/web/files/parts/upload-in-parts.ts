import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { ApiError, type CallOptions, type Client, createClient, type HttpPort, randomName, type UploadOptions, type UploadPause } from '@nephra/plugin-sdk/web';
import { filePartContract, PART_BYTES } from '../../../contract/files/file-parts.contract.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../net/request-rule.ts';
import { fileFingerprint } from './file-fingerprint.ts';

/** Pauses before a part goes again that got no answer; the line being back ends them sooner. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000];
const PAUSED: UploadPause = 'paused';
/** Says nothing about the file: the same part may be taken later. */
const PASSING = ['network', 'timeout', 'core.too-busy', 'core.too-many-calls', 'core.too-many-uploads', 'core.still-running', 'core.database-busy'];
/** Parts are not there that were: they are looked for, and sent, once more. */
const LOST_PARTS = ['core.upload-incomplete', 'core.upload-unknown'];

/** What is known of a chosen file as long as the page lives. */
interface Attempt {
  /** Of the act of making a file of the parts: tried again after a lost answer, it is still one act. */
  key: string;
  /** Every part has arrived. */
  sent: boolean;
}
const attempts = new WeakMap<File, Attempt>();
/** Names of uploads under way: the same file chosen twice at once is two uploads. */
const underWay = new Set<string>();

const errorOf = (error: unknown): string => (error instanceof ApiError ? error.error : '');

/** Resolves after a time, sooner when the browser is back on line, or `signal` ends it. */
function untilLine(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}

/** Sends one file, in order, what has arrived left out. */
class PartsOfFile {
  readonly #http: HttpPort;
  readonly #file: File;
  readonly #options: UploadOptions;
  readonly #client: Client<typeof filePartContract.routes>;
  readonly #identifier: string;
  readonly #wait: typeof untilLine;

  constructor(http: HttpPort, file: File, options: UploadOptions, identifier: string, wait: typeof untilLine) {
    this.#http = http;
    this.#client = createClient(filePartContract, http);
    this.#file = file;
    this.#options = options;
    this.#identifier = identifier;
    this.#wait = wait;
  }

  async sendAll(): Promise<void> {
    const { size } = this.#file;
    const total = Math.ceil(size / PART_BYTES);
    const { data } = await this.#patiently(() => this.#client.arrived({ query: { identifier: this.#identifier } }, this.#calls()));
    const arrived = new Set(data.chunkNumbers);
    const bytesOf = (part: number): number => Math.min(PART_BYTES, size - (part - 1) * PART_BYTES);
    let sent = [...arrived].reduce((sum, part) => sum + bytesOf(part), 0);
    this.#options.onProgress?.(sent, size);
    for (let part = 1; part <= total; part += 1) {
      if (arrived.has(part)) continue;
      await this.#patiently(() => this.#send(part, total, (bytes) => this.#options.onProgress?.(sent + Math.min(bytes, bytesOf(part)), size)));
      sent += bytesOf(part);
      this.#options.onProgress?.(sent, size);
    }
  }

  async merge(idempotencyKey: string, type: string): Promise<{ readonly url: string; readonly fileId: string; readonly fileVersionId: string }> {
    const { name, size } = this.#file;
    const extension = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
    const body = { identifier: this.#identifier, fileName: name, fileSize: size, fileType: this.#file.type, extension, type };
    // act: a chosen file keeps its key until it is stored or given up, so a second try is the same act
    const { data } = await this.#patiently(() => this.#client.merge({ body }, { ...this.#calls(), idempotencyKey }));
    return data;
  }

  /** What was sent is of no use any more. Nobody waits for it: what stays is thrown away after a day. */
  drop(): void {
    this.#client.drop({ query: { identifier: this.#identifier } }, { quiet: true, background: true }).catch(() => undefined);
  }

  async #send(part: number, total: number, onProgress: (bytes: number) => void): Promise<void> {
    const { size } = this.#file;
    const from = (part - 1) * PART_BYTES;
    const file = this.#file.slice(from, from + PART_BYTES);
    const fields = { chunkNumber: part, chunkSize: PART_BYTES, currentChunkSize: file.size, totalSize: size, identifier: this.#identifier, totalChunks: total };
    // The fields before the bytes, as clients of the platform have them.
    await this.#http.call(filePartContract.routes.send, { body: { ...fields, filename: this.#file.name, file } }, { ...this.#calls(), onProgress });
  }

  #calls(): CallOptions {
    const { signal } = this.#options;
    return { quiet: true, timeoutMs: DOWNLOAD_TIMEOUT_MS, ...(signal ? { signal } : {}) };
  }

  /** @throws what `call` throws, once waiting has not helped */
  async #patiently<T>(call: () => Promise<T>): Promise<T> {
    const { signal } = this.#options;
    for (const pause of PAUSES_MS) {
      try {
        return await call();
      } catch (error) {
        if (signal?.aborted || !PASSING.includes(errorOf(error))) throw error;
      }
      await this.#wait(pause, signal);
    }
    return await call();
  }
}

/**
 * Sends a large file in parts. What has arrived of it is not sent again: after a pause, a lost line, a reload of the page or a restart of the server the
 * same file goes on where it was. Called off, its parts are thrown away; a signal whose reason is `paused` keeps them.
 * @throws ApiError with the server's sentence
 */
export async function uploadInParts(http: HttpPort, file: File, options: UploadOptions = {}, wait = untilLine): Promise<UploadedFile> {
  const { type = 'annex', signal } = options;
  // act: kept with the file until it is stored or given up
  const attempt = attempts.get(file) ?? { key: randomName(), sent: false };
  attempts.set(file, attempt);
  const print = `${type}-${await fileFingerprint(file)}`;
  const identifier = underWay.has(print) ? `${print}-${attempt.key}` : print;
  underWay.add(identifier);
  const parts = new PartsOfFile(http, file, options, identifier, wait);
  try {
    const { url, fileId, fileVersionId } = await sentAndMade(parts, attempt, type);
    attempts.delete(file);
    return { name: file.name, fileId, ...(type === 'annex' ? { fileVersionId } : {}), url, fileSize: file.size };
  } catch (error) {
    const calledOff = signal?.aborted && signal.reason !== PAUSED;
    const refused = !signal?.aborted && error instanceof ApiError && error.code > 0 && !PASSING.includes(error.error) && error.error !== 'core.locked';
    if (calledOff || refused) {
      attempts.delete(file);
      parts.drop();
    }
    throw error;
  } finally {
    underWay.delete(identifier);
  }
}

async function sentAndMade(parts: PartsOfFile, attempt: Attempt, type: string): ReturnType<PartsOfFile['merge']> {
  // After a lost answer the file may be made already: then its parts are gone, and the same key brings the answer.
  for (let again = 0; ; again += 1) {
    if (!attempt.sent) await parts.sendAll();
    attempt.sent = true;
    try {
      return await parts.merge(attempt.key, type);
    } catch (error) {
      if (again > 0 || !LOST_PARTS.includes(errorOf(error))) throw error;
      // act: what was sent is gone on the server, which said so: the file is sent anew
      Object.assign(attempt, { key: randomName(), sent: false });
    }
  }
}
