import { Worker } from 'node:worker_threads';
import { databaseUnavailable } from '../database-error.ts';
import type { Log } from '../database.ts';
import { EngineStream } from './engine-stream.ts';
import { canInterruptThreads, interruptThreads } from './interrupt-threads.ts';
import { Watchdog } from './watchdog.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

export interface EmbeddedEngineOptions {
  readonly workerUrl: URL;
  readonly start: WorkerStart;
  readonly statementLimitMs: number;
  readonly log: Log;
}

/** The engine's own stack check must come before the thread's end of stack. */
const STACK_MB = 16;
const REOPEN_PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * The embedded engine in its worker thread. When the worker dies or has to be ended, all its connections reject at once
 * and it is opened again; what was committed is recovered from the log, what was not is gone.
 */
export class EmbeddedEngine {
  readonly #options: EmbeddedEngineOptions;
  readonly #watchdog: Watchdog;
  readonly #streams = new Map<number, EngineStream>();
  #worker: Worker | undefined;
  #ready: Promise<void>;
  #nextConnection = 1;
  #closing = false;
  #failedOpenings = 0;
  /** Messages that the worker answers by `done`: sent to it, and worked off. */
  #sent = 0;
  #done = 0;
  #snapshotWaiters: ((bytes: Uint8Array) => void)[] = [];
  restarts = 0;
  serverVersion = '';
  /** Why the engine cannot be used, empty when it can. */
  trouble = '';

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options;
    this.#watchdog = new Watchdog(options.statementLimitMs, { overdue: () => this.endStatement(), runaway: (ms) => this.#endRunaway(ms) });
    this.#ready = this.#open();
  }

  /** What another engine like this one is opened with. */
  get origin(): Pick<EmbeddedEngineOptions, 'start' | 'workerUrl'> {
    return this.#options;
  }

  /** @throws Error when the engine could not be opened. */
  async ready(): Promise<void> {
    await this.#ready;
  }

  /** A new connection for the driver. */
  connect(): EngineStream {
    const id = this.#nextConnection++;
    const stream = new EngineStream({
      ready: () => this.ready(),
      send: (bytes) => this.#send({ type: 'bytes', connection: id, bytes: owned(bytes) }),
      end: () => {
        this.#streams.delete(id);
        this.#worker?.postMessage({ type: 'end', connection: id } satisfies ToWorker);
      },
      endStatement: () => void this.endStatement(),
    });
    this.#streams.set(id, stream);
    return stream;
  }

  /**
   * Ends the statement that is at work, whoever asked for it: that one fails (57014), nothing else does. One that has been answered meanwhile is not touched, nor
   * the next one.
   * @returns false: none is, or this Node cannot
   */
  endStatement(): boolean {
    if (!this.#worker || this.#sent === this.#done || !canInterruptThreads()) return false;
    const { threadId } = this.#worker;
    interruptThreads(`globalThis[Symbol.for('nephra.cancel-statement')]?.(${threadId}, ${this.#done + 1})`).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'a statement of the embedded database could not be ended by itself'),
    );
    return true;
  }

  /** Content that the next `COPY ... FROM '/dev/blob'` reads: COPY FROM STDIN would break the engine's session. */
  offerBlob(bytes: Uint8Array): void {
    this.#send({ type: 'blob', bytes: owned(bytes) });
  }

  /** Runs `work` with another statement limit: migrations, maintenance, import. 0 = none. */
  async withStatementLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    return await this.#watchdog.withLimit(limitMs, work);
  }

  async snapshot(): Promise<Uint8Array> {
    await this.ready();
    return await new Promise((resolve) => {
      this.#snapshotWaiters.push(resolve);
      this.#worker?.postMessage({ type: 'snapshot' } satisfies ToWorker);
    });
  }

  /** Ends the engine with a checkpoint. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#watchdog.stop();
    await this.#ready.catch(() => undefined);
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ type: 'close' } satisfies ToWorker);
    await exited;
  }

  /** Ends the engine at once without a checkpoint, for good. */
  async abandon(reason: string): Promise<void> {
    this.#closing = true;
    this.trouble = reason;
    this.#watchdog.stop();
    await this.#worker?.terminate();
  }

  #send(message: Extract<ToWorker, { bytes: Uint8Array }>): void {
    if (!this.#worker) return;
    this.#sent += 1;
    this.#watchdog.sent();
    this.#worker.postMessage(message, [message.bytes.buffer as ArrayBuffer]);
  }

  #open(): Promise<void> {
    const { start, workerUrl, log } = this.#options;
    const opening = new Promise<void>((resolve, reject) => {
      const worker = new Worker(workerUrl, { workerData: start, execArgv: [], name: 'database', resourceLimits: { stackSizeMb: STACK_MB } });
      this.#worker = worker;
      let fault = 'the database worker ended';
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          this.serverVersion = message.serverVersion;
          this.trouble = '';
          this.#failedOpenings = 0;
          resolve();
        } else if (message.type === 'fatal') fault = message.reason;
        else if (message.type === 'log') log.warn({ line: message.line }, 'embedded database');
        else this.#receive(message);
      });
      worker.on('error', (error) => {
        fault = error.message;
      });
      worker.on('exit', () => {
        reject(databaseUnavailable(fault));
        this.#lost(fault, worker);
      });
    });
    // Whoever needs the engine awaits it; a failed opening must not end the process by itself.
    opening.catch(() => undefined);
    return opening;
  }

  #receive(message: FromWorker): void {
    if (message.type === 'bytes') this.#streams.get(message.connection)?.push(message.bytes);
    else if (message.type === 'done') {
      this.#done += 1;
      this.#watchdog.done();
    } else if (message.type === 'snapshot') this.#snapshotWaiters.shift()?.(message.bytes);
  }

  #lost(reason: string, worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#sent = 0;
    this.#done = 0;
    this.#watchdog.reset();
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) stream.destroy(databaseUnavailable(reason));
    if (this.#closing) return;
    this.trouble = reason;
    this.restarts += 1;
    const pause = REOPEN_PAUSES_MS[Math.min(this.#failedOpenings, REOPEN_PAUSES_MS.length - 1)] ?? 0;
    this.#failedOpenings += 1;
    this.#options.log.error({ reason, reopenInMs: pause }, 'the embedded database was lost and is opened again');
    this.#ready = pause === 0 ? this.#open() : this.#openAfter(pause);
    this.#ready.catch(() => undefined);
  }

  async #openAfter(pauseMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    if (this.#closing) throw databaseUnavailable('the database is closed');
    await this.#open();
  }

  #endRunaway(elapsedMs: number): void {
    this.#options.log.error({ elapsedMs }, 'a statement of the embedded database exceeded its limit; the engine is ended');
    void this.#worker?.terminate();
  }
}

/** A copy whose memory can be handed over: the driver's buffers share theirs with others. */
const owned = (bytes: Uint8Array): Uint8Array => Uint8Array.prototype.slice.call(bytes);
