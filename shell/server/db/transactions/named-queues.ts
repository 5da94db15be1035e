import { type Patience, waitForTurn } from '../waiting.ts';

/**
 * How many of one queue are under way at once. One holds what they all want; the next ones do what comes before it meanwhile, so that
 * the lock is never idle while somebody wants it.
 */
const MAX_ABREAST = 3;

/** Those under way, and those that wait in the order in which they came. */
interface Queue {
  underWay: number;
  readonly waiting: Set<() => void>;
}

/**
 * Queues for what transactions will lock, by name. Whoever waits here owns no connection. They are known to this process alone: between
 * several servers, and for whoever names no queue, the locks of the database decide as ever.
 */
export class NamedQueues {
  readonly #queues = new Map<string, Queue>();

  /** How many transactions wait in a queue. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.#queues.values()) sum += waiting.size;
    return sum;
  }

  /**
   * Waits for a place in all these queues, one after another in the order of their names: nobody waits in a circle.
   * @returns gives the places back, once
   * @throws AppError `core.database-busy`; the reason of the signal. No place is held then.
   */
  async enter(names: readonly string[], patience: Patience): Promise<() => void> {
    const held: string[] = [];
    const leave = (): void => {
      for (const name of held.splice(0)) this.#giveBack(name);
    };
    try {
      for (const name of [...new Set(names)].sort()) {
        await this.#enterOne(name, patience);
        held.push(name);
      }
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #enterOne(name: string, patience: Patience): Promise<void> {
    patience.signal?.throwIfAborted();
    const queue = this.#queues.get(name) ?? { underWay: 0, waiting: new Set() };
    this.#queues.set(name, queue);
    if (queue.underWay < MAX_ABREAST) {
      queue.underWay += 1;
      return;
    }
    const join = (go: () => void): (() => void) => {
      queue.waiting.add(go);
      return () => queue.waiting.delete(go);
    };
    await waitForTurn(join, patience, `a place in the queue ${name}`);
  }

  #giveBack(name: string): void {
    const queue = this.#queues.get(name);
    if (!queue) return;
    const [next] = queue.waiting;
    if (next) {
      // The place passes on without being free in between.
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.underWay -= 1;
    if (queue.underWay === 0) this.#queues.delete(name);
  }
}
