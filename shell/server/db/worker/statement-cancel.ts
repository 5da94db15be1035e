import { threadId } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';

/** What other threads call it by: see `embedded/interrupt-threads.ts`. */
const NAME = Symbol.for('nephra.cancel-statement');

/** Addresses of PostgreSQL's own marks, both `volatile sig_atomic_t`; the engine's memory as bytes, new whenever it has grown. */
interface EngineMemory {
  readonly _InterruptPending: number;
  readonly _QueryCancelPending: number;
  readonly HEAPU8: Uint8Array;
}

/**
 * Ends the statement that is at work as a signal does it on a server: by two marks in memory at which the engine looks between its steps. It answers with
 * an error (57014) then, and its session goes on. There are no signals here; the marks are set by who interrupts this very thread, in the midst of its work.
 */
export class StatementCancel {
  readonly #memory: EngineMemory;
  #message = 0;
  #isAtWork = false;

  constructor(engine: PGlite) {
    // Not part of the public type; the exact engine version is pinned and a test ends a statement this way.
    this.#memory = engine.Module as unknown as EngineMemory;
    Reflect.set(globalThis, NAME, (thread: number, message: number) => thread === threadId && this.#cancel(message));
  }

  /** The next message of those that are answered by `done` is worked off. */
  async during(work: () => Promise<void>): Promise<void> {
    this.#message += 1;
    this.#isAtWork = true;
    try {
      await work();
    } finally {
      this.#isAtWork = false;
      // It came too late for its statement, and must not hit that of somebody else.
      this.#mark(this.#memory._QueryCancelPending, 0);
    }
  }

  #cancel(message: number): boolean {
    if (!this.#isAtWork || message !== this.#message) return false;
    this.#mark(this.#memory._QueryCancelPending, 1);
    this.#mark(this.#memory._InterruptPending, 1);
    return true;
  }

  #mark(address: number, value: 0 | 1): void {
    this.#memory.HEAPU8[address] = value;
  }
}
