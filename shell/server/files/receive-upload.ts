import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FastifyRequest } from 'fastify';
import { type Files, type SpooledFile, tooLarge } from './file-store.ts';

/** An upload as handlers of multipart routes receive it: the file on the disk, and the fields beside it. */
export interface ReceivedUpload {
  readonly file: SpooledFile;
  readonly fields: Readonly<Record<string, string>>;
}

export interface UploadLimits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** What comes is a piece of a file. */
  readonly part?: boolean;
  /** A sender who sends nothing for so long has gone without saying so. Default 20 s. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 20_000;

const malformed = (cause?: unknown): AppError => new AppError('core.file-malformed', { code: EnvelopeCode.Invalid, cause });
const stalled = (): AppError => new AppError('core.upload-stalled', { code: EnvelopeCode.Invalid });

/**
 * Reads one file and a few fields from a multipart body. However the sending ends (whole, cut off by either side, silent), this ends, too.
 * @throws AppError when there is no file, more than one, or one that is too large or of a wrong kind; nothing stays on disk.
 */
export async function receiveUpload(request: FastifyRequest, files: Files, limits: UploadLimits): Promise<ReceivedUpload> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limits.bytes + 65_536) throw tooLarge(limits.bytes);
  const body = request.raw;
  const parser = makeParser(request, limits.bytes);
  const stop = new AbortController();
  const parts = new Parts((name, content) =>
    files.spool(name, content, { signal: stop.signal, foreign: true, part: limits.part ?? false, limitBytes: limits.bytes }),
  );
  const listening = watchSilence(body, limits.silenceMs ?? SILENCE_MS, () => stop.abort(stalled()));
  // Also when the connection was gone before anybody listened; the parser itself would wait for the rest for ever.
  finished(body, { writable: false }).catch((error: unknown) => stop.abort(malformed(error)));
  try {
    await parts.read(body, parser, stop.signal);
    return await parts.result();
  } catch (error) {
    body.unpipe(parser);
    stop.abort(error);
    const file = await parts.file?.catch(() => undefined);
    if (file) await files.discard(file);
    // What still comes is thrown away, so that the refusal can be read.
    body.resume();
    throw error;
  } finally {
    listening.end();
  }
}

/** What a parser finds in one body. */
class Parts {
  readonly #spool: (name: string, content: Readable) => Promise<SpooledFile>;
  readonly #fields: Record<string, string> = {};
  #surplus = false;
  file: Promise<SpooledFile> | undefined;

  constructor(spool: (name: string, content: Readable) => Promise<SpooledFile>) {
    this.#spool = spool;
  }

  /** Resolves when the body was read to its end. */
  read(body: IncomingMessage, parser: BusboyInstance, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = (): void => reject(signal.reason);
      if (signal.aborted) return gone();
      signal.addEventListener('abort', gone, { once: true });
      parser.on('field', (name, value) => {
        if (/^\w{1,40}$/.test(name)) this.#fields[name] = String(value);
      });
      parser.on('file', (_field, content, fileName) => {
        // The parser may tell the stream of a fault after everybody has stopped listening, and that would end the process.
        content.on('error', () => undefined);
        if (this.file) {
          this.#surplus = true;
          content.resume();
          return;
        }
        this.file = this.#spool(fileName || 'file', content);
        this.file.catch(reject);
      });
      parser.on('finish', resolve);
      parser.on('error', (error: unknown) => reject(malformed(error)));
      body.pipe(parser);
    });
  }

  async result(): Promise<ReceivedUpload> {
    const file = await this.file;
    if (!file || this.#surplus) throw malformed();
    return { file, fields: this.#fields };
  }
}

/** Calls `act` once nothing has come for `ms`. */
function watchSilence(body: IncomingMessage, ms: number, act: () => void): { end(): void } {
  const timer = setTimeout(act, ms);
  const heard = (): void => void timer.refresh();
  body.on('data', heard);
  return {
    end: () => {
      clearTimeout(timer);
      body.off('data', heard);
    },
  };
}

function makeParser(request: FastifyRequest, limitBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': String(request.headers['content-type']) },
      limits: { files: 2, fields: 20, fieldNameSize: 100, fieldSize: 65_536, parts: 25, fileSize: limitBytes + 1, headerPairs: 50 },
    });
  } catch (error) {
    throw malformed(error);
  }
}
