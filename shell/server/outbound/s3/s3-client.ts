import { createHash, randomInt } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { elementText } from './s3-answers.ts';

/** Where the bucket is, and who asks. */
export interface S3Settings {
  /** `https://s3.example.org:9000`, without the bucket: it stands in the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Before every key: '' or `nephra/`. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Limits {
  /** A connection on which nothing moves for so long is given up, ms. Default 20 s. */
  readonly silenceMs?: number;
  /** One call with all its attempts, until its answer begins, ms. Default 2 min. */
  readonly totalMs?: number;
  /** First wait before another attempt, ms; it doubles. Default 200. */
  readonly waitMs?: number;
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Whole key; '' or absent is the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal?: AbortSignal | undefined;
}

/** The service answered that it does not do it. */
export class S3Refusal extends Error {
  readonly status: number;
  /** `NoSuchKey`, `SignatureDoesNotMatch`, …; '' where the answer has none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`the storage answered ${status} ${code} ${message}`.trim());
    this.name = 'S3Refusal';
    this.status = status;
    this.code = code;
  }
}

/** Nobody knows whether it was done: no answer, or one that was cut off. */
export class S3Silence extends Error {
  constructor(cause: unknown) {
    super(`the storage did not answer: ${cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)}`, { cause });
    this.name = 'S3Silence';
  }
}

const ATTEMPTS = 4;
/** At the same time, to the one service. */
const MAX_CONNECTIONS = 64;
/** Longest answer that is read as a text: a list of 1,000 names is far below. */
const MAX_TEXT_BYTES = 4 * 1_048_576;
const AGAIN_STATUS = new Set([429, 500, 502, 503, 504]);
const AGAIN_CODE = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ConditionalRequestConflict']);

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof S3Silence || (error instanceof S3Refusal && (AGAIN_STATUS.has(error.status) || AGAIN_CODE.has(error.code)));

/**
 * Signed calls of an S3-compatible service, path style. Every call here may be made twice: puttings and deletions end the same, and what a multipart upload
 * leaves that was begun twice is cleared away.
 */
export class S3Client {
  readonly settings: S3Settings;
  readonly silenceMs: number;
  readonly #totalMs: number;
  readonly #waitMs: number;
  readonly #agent: HttpAgent;

  constructor(settings: S3Settings, { silenceMs = 20_000, totalMs = 120_000, waitMs = 200 }: S3Limits = {}) {
    this.settings = settings;
    this.silenceMs = silenceMs;
    this.#totalMs = totalMs;
    this.#waitMs = waitMs;
    const kept = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.#agent = settings.endpoint.startsWith('https:') ? new HttpsAgent(kept) : new HttpAgent(kept);
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * @returns the answer with its body unread; whoever asked reads or destroys it
   * @throws S3Refusal, S3Silence after the last attempt; the reason of the signal
   */
  async send(call: S3Call): Promise<IncomingMessage> {
    return await this.#again(call, () => this.#once(call));
  }

  /** The whole answer, of a call that answers a little. @throws as `send` */
  async text(call: S3Call): Promise<{ readonly body: string; readonly headers: IncomingMessage['headers'] }> {
    return await this.#again(call, async () => {
      const answer = await this.#once(call);
      return { body: await this.#bodyOf(answer), headers: answer.headers };
    });
  }

  async #again<Result>({ signal }: S3Call, work: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + this.#totalMs;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        if (attempt >= ATTEMPTS || !isWorthAnotherTry(error)) throw error;
        // A little apart, so that those who were refused together do not come back together.
        const wait = this.#waitMs * 2 ** (attempt - 1) * (1 + randomInt(50) / 100);
        if (performance.now() + wait > until) throw error;
        await sleep(wait, undefined, signal ? { signal } : {});
      }
    }
  }

  async #once({ method, key = '', query = {}, headers = {}, body, signal }: S3Call): Promise<IncomingMessage> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.settings;
    const search = new URLSearchParams(query).toString();
    const signed = await new AwsV4Signer({
      ...{ method, region, accessKeyId, secretAccessKey, service: 's3' },
      url: `${endpoint}/${bucket}${key === '' ? '' : `/${key}`}${search === '' ? '' : `?${search}`}`,
      // The digest goes along, so that the service refuses what was changed on its way.
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    }).sign();
    const answer = await this.#exchange(signed.url, method, Object.fromEntries(signed.headers), body, signal);
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    const told = method === 'HEAD' ? '' : await this.#bodyOf(answer);
    if (method === 'HEAD') answer.resume();
    throw new S3Refusal(statusCode, elementText(told, 'Code') ?? '', elementText(told, 'Message') ?? '');
  }

  #exchange(url: URL, method: string, headers: Record<string, string>, body: Buffer | undefined, signal: AbortSignal | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const call = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        ...{ method, agent: this.#agent, timeout: this.silenceMs },
        headers: { ...headers, ...(body || method === 'PUT' || method === 'POST' ? { 'content-length': String(body?.length ?? 0) } : {}) },
        ...(signal ? { signal } : {}),
      });
      call.once('timeout', () => call.destroy(new Error(`nothing for ${this.silenceMs} ms`)));
      call.once('error', (error) => reject(new S3Silence(error)));
      call.once('response', (answer) => {
        // From now on whoever reads watches: one who reads slowly is no silence of the service.
        call.setTimeout(0);
        answer.on('error', () => undefined);
        resolve(answer);
      });
      call.end(body);
    });
  }

  async #bodyOf(answer: IncomingMessage): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of this.pieces(answer)) {
      size += piece.length;
      if (size > MAX_TEXT_BYTES) throw new S3Silence(new Error('an answer of endless length'));
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  /** Bytes of an answer. @throws S3Silence when it is cut off, or nothing comes while somebody waits for it */
  async *pieces(answer: IncomingMessage): AsyncGenerator<Buffer> {
    const reader = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const waiting = setTimeout(() => answer.destroy(new Error(`nothing for ${this.silenceMs} ms`)), this.silenceMs);
        let next: IteratorResult<Buffer>;
        try {
          next = await reader.next();
        } catch (error) {
          throw new S3Silence(error);
        } finally {
          clearTimeout(waiting);
        }
        if (next.done) return;
        yield next.value;
      }
    } finally {
      if (!answer.readableEnded) answer.destroy();
    }
  }
}
