import type { Readable } from 'node:stream';
import type { AppError } from '@nephra/plugin-sdk/contract';
import type { RowsWanted } from '../db/index.ts';
import type { ExportProgress } from './export-store.ts';

/** A report over ten years may read that long before its first row; the limit of the whole comes after it. */
const STATEMENT_MS = 600_000;

/** One export while it is made: how far it is, and what ends it. */
export class ExportWork {
  readonly rows: RowsWanted;
  /** Rejects with the reason when it is stopped; never resolves. */
  readonly stopped: Promise<never>;
  name = '';
  readonly #mostRows: number;
  readonly #gone: AbortSignal;
  readonly #control = new AbortController();
  #read = 0;
  #written = 0;
  #grown: (() => void) | undefined;
  #content: Readable | undefined;

  constructor(mostRows: number, gone: AbortSignal) {
    this.#mostRows = mostRows;
    this.#gone = gone;
    this.rows = {
      signal: this.#control.signal,
      statementMs: STATEMENT_MS,
      onRead: (rows) => {
        this.#read += rows;
        if (this.#read > this.#mostRows) this.#grown?.();
      },
      onTaken: (rows) => {
        this.#written += rows;
      },
    };
    this.stopped = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
    });
    this.stopped.catch(() => undefined);
    if (gone.aborted) this.#follow();
    else gone.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  get progress(): ExportProgress {
    return { name: this.name, read: this.#read, written: this.#written };
  }

  /** The bytes end with the export, also before their first one. */
  feed(content: Readable): Readable {
    this.#content = content;
    // Whoever reads hears of it, too; between two readers nobody listens, and an error that nobody hears ends the process.
    content.on('error', () => undefined);
    if (this.signal.aborted) content.destroy(this.signal.reason as Error);
    return content;
  }

  /** Resolves when more rows have been read than a call waits for, or when `callMs` have passed. */
  outgrown(callMs: number): Promise<undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), callMs).unref();
      this.#grown = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
      if (this.#read > this.#mostRows) this.#grown();
    });
  }

  /** Goes on without its call. */
  detach(): void {
    this.#gone.removeEventListener('abort', this.#follow);
  }

  stop(reason: AppError): void {
    if (this.signal.aborted) return;
    this.#control.abort(reason);
    this.#content?.destroy(reason);
  }

  readonly #follow = (): void => this.stop(this.#gone.reason as AppError);
}
