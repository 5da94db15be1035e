import { Worker } from 'node:worker_threads';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ForeignJob, FromReader } from './foreign-messages.ts';

export interface ThreadLimits {
  /** Between a question and its answer; while the answer is worked on, no time passes. */
  readonly answerMs: number;
  readonly memoryMb: number;
}

const unreadable = (cause: unknown): AppError => new AppError('core.xlsx-unreadable', { code: EnvelopeCode.Invalid, cause });
const tooLarge = (cause: unknown): AppError => new AppError('core.xlsx-too-large', { code: EnvelopeCode.TooLarge, cause });
const tooSlow = (ms: number): AppError =>
  new AppError('core.xlsx-too-slow', { code: EnvelopeCode.Invalid, cause: new Error(`a file from outside was not read within ${ms} ms`) });

/** The worker beside the server's bundle; the source launcher when this file itself runs as TypeScript. */
const workerUrl = (): URL =>
  import.meta.url.endsWith('.ts') ? new URL('./foreign-worker.source.mjs', import.meta.url) : new URL('./foreign-worker.mjs', import.meta.url);

/** One thread for one file: it starts with the file and ends with it, so nothing of a file is left for the next one. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #inbox: FromReader[] = [];
  #broken: AppError | undefined;
  #wake: (() => void) | undefined;

  constructor(job: ForeignJob, limits: ThreadLimits) {
    this.#limits = limits;
    this.#worker = new Worker(workerUrl(), {
      name: 'nephra-foreign-file',
      workerData: job,
      // Neither the environment with its secrets nor the streams of the process.
      env: {},
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    this.#worker.on('message', (message: FromReader) => {
      this.#inbox.push(message);
      this.#wake?.();
    });
    this.#worker.on('error', (error) =>
      this.#break((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : unreadable(error)),
    );
    this.#worker.on('exit', () => this.#break(unreadable(new Error('the thread ended without an answer'))));
  }

  /** @throws AppError why the file cannot be read */
  async next(): Promise<Exclude<FromReader, { type: 'refused' | 'failed' }>> {
    const message = await this.#message();
    if (message.type === 'refused') throw new AppError(message.key, { code: message.code, params: message.params });
    if (message.type === 'failed') throw unreadable(new Error(message.message));
    return message;
  }

  goOn(): void {
    this.#worker.postMessage('go on');
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #message(): Promise<FromReader> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => settle(() => reject(tooSlow(this.#limits.answerMs))), this.#limits.answerMs);
      const settle = (act: () => void): void => {
        clearTimeout(limit);
        this.#wake = undefined;
        act();
      };
      const look = (): void => {
        const message = this.#inbox.shift();
        if (message) settle(() => resolve(message));
        else if (this.#broken) settle(() => reject(this.#broken));
      };
      this.#wake = look;
      look();
    });
  }

  #break(reason: AppError): void {
    this.#broken ??= reason;
    this.#wake?.();
  }
}
