import { setImmediate as nextTurn } from 'node:timers';
import { databaseUnavailable } from '../database-error.ts';
import { type Patience, waitForTurn } from '../waiting.ts';

/** What a connection is wanted for. `urgent`: a short transaction before all others that wait. */
export type Lane = 'single' | 'urgent' | 'transaction' | 'stream';

/** How many statements outside of transactions may go before a transaction that waits: about the number of one page's reads. */
const MAX_SINGLES_IN_A_ROW = 12;

interface Waiter {
  readonly arrival: number;
  go: () => void;
  fail: (error: unknown) => void;
}

export interface ConnectionLoad {
  /** Most connections that there may be. */
  readonly size: number;
  readonly inUse: number;
  /** Who waits without a connection, by what it is wanted for. */
  readonly waiting: { readonly statements: number; readonly transactions: number; readonly streams: number };
}

/** Connections that only statements outside of transactions may use, when nothing else is said: three of ten. */
export const defaultReadShare = (size: number): number => (size === 1 ? 0 : Math.max(1, Math.floor(size * 0.3)));

const closed = (): Error => databaseUnavailable('the database is closed');

/**
 * Stands before the pool: whoever waits, waits here and owns no connection. Transactions and streams may hold all connections but the share
 * of reads, streams half of that; statements outside of transactions may use all.
 *
 * A single connection cannot be shared out. There the turns are: after a transaction all reads that wait go first, and so do the
 * further statements of the same page, up to a number, before the next transaction begins. Of urgent transactions, which are entries about reads,
 * one may go before each other one: reads bring as many of them as there are reads.
 */
export class ConnectionGate {
  readonly #size: number;
  readonly #maxLong: number;
  readonly #maxStreams: number;
  readonly #waiting: Record<Lane, Set<Waiter>> = { single: new Set(), urgent: new Set(), transaction: new Set(), stream: new Set() };
  readonly #inUse: Record<Lane, number> = { single: 0, urgent: 0, transaction: 0, stream: 0 };
  #arrivals = 0;
  /** Singles that went before a waiting transaction since the last one began that is not urgent. */
  #singlesInARow = 0;
  /** On a single connection: an urgent one went before those that wait. */
  #urgentWent = false;
  #awaitsNextRead = false;
  #closed = false;

  /** @throws RangeError when reads would have no connection, or transactions */
  constructor(size: number, readShare: number = defaultReadShare(size)) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`A pool needs at least one connection, not ${size}.`);
    if (!Number.isInteger(readShare) || readShare < Math.min(1, size - 1) || readShare >= size) {
      throw new RangeError(`Of ${size} connections reads need at least one of their own, and transactions one, too: ${readShare} cannot be their share.`);
    }
    this.#size = size;
    this.#maxLong = size - readShare;
    this.#maxStreams = Math.max(1, Math.floor(this.#maxLong / 2));
  }

  /**
   * Waits for the right to one connection.
   * @returns gives it back, once
   * @throws AppError `core.database-busy`, `core.database-unavailable` when the pool closes meanwhile; the reason of the signal
   */
  async enter(lane: Lane, patience: Patience): Promise<() => void> {
    patience.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    let admitted = false;
    this.#arrivals += 1;
    const waiter: Waiter = {
      arrival: this.#arrivals,
      go: () => {
        admitted = true;
      },
      fail: () => undefined,
    };
    this.#waiting[lane].add(waiter);
    this.#letIn();
    // Most need not wait: no timer for them.
    if (!admitted) await waitForTurn((go, fail) => this.#stay(lane, waiter, go, fail), patience, 'a connection');
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#giveBack(lane);
    };
  }

  get load(): ConnectionLoad {
    const { single, urgent, transaction, stream } = this.#waiting;
    return {
      size: this.#size,
      inUse: this.#used,
      waiting: { statements: single.size, transactions: urgent.size + transaction.size, streams: stream.size },
    };
  }

  /** Every connection is at work. */
  get isBusy(): boolean {
    return this.#used >= this.#size;
  }

  /** Whoever waits is refused. */
  close(): void {
    this.#closed = true;
    for (const waiting of Object.values(this.#waiting)) {
      for (const { fail } of waiting) fail(closed());
      waiting.clear();
    }
  }

  get #used(): number {
    return this.#inUse.single + this.#long;
  }

  get #long(): number {
    return this.#inUse.urgent + this.#inUse.transaction + this.#inUse.stream;
  }

  /** Transactions and streams that wait and are not urgent. */
  get #othersWait(): number {
    return this.#waiting.transaction.size + this.#waiting.stream.size;
  }

  #stay(lane: Lane, waiter: Waiter, go: () => void, fail: (error: unknown) => void): () => void {
    Object.assign(waiter, { go, fail });
    return () => this.#waiting[lane].delete(waiter);
  }

  #giveBack(lane: Lane): void {
    this.#inUse[lane] -= 1;
    // The next statement of the same page is asked for as soon as the caller has seen this answer.
    if (lane === 'single' && this.#maxLong === this.#size && this.#nextLong() && this.#singlesInARow < MAX_SINGLES_IN_A_ROW && !this.#awaitsNextRead) {
      this.#awaitsNextRead = true;
      nextTurn(() => {
        this.#awaitsNextRead = false;
        this.#letIn();
      });
    }
    this.#letIn();
  }

  #letIn(): void {
    while (this.#used < this.#size) {
      const [single] = this.#waiting.single;
      const long = this.#nextLong();
      const before = this.#singlesInARow < MAX_SINGLES_IN_A_ROW;
      if (single && (!long || before)) {
        this.#singlesInARow = long ? this.#singlesInARow + 1 : 0;
        this.#take('single', single);
      } else if (long && !(this.#awaitsNextRead && before)) {
        const [lane] = long;
        this.#urgentWent = lane === 'urgent' && this.#maxLong === this.#size;
        if (!this.#urgentWent || this.#othersWait === 0) this.#singlesInARow = 0;
        this.#take(...long);
      } else return;
    }
  }

  #take(lane: Lane, waiter: Waiter): void {
    this.#waiting[lane].delete(waiter);
    this.#inUse[lane] += 1;
    waiter.go();
  }

  /** Who comes next of those that hold a connection long, if one of them may. */
  #nextLong(): [Lane, Waiter] | undefined {
    if (this.#long >= this.#maxLong) return undefined;
    const [urgent] = this.#waiting.urgent;
    if (urgent && !(this.#urgentWent && this.#othersWait > 0)) return ['urgent', urgent];
    const [transaction] = this.#waiting.transaction;
    const [stream] = this.#inUse.stream < this.#maxStreams ? this.#waiting.stream : [];
    if (stream && (!transaction || stream.arrival < transaction.arrival)) return ['stream', stream];
    return transaction && ['transaction', transaction];
  }
}
