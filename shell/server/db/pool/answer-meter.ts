import type { PoolClient } from 'pg';

const MB = 1_048_576;

/** What the driver's connection reads from, and its types leave out. */
interface Incoming {
  prependListener(event: 'data', heard: (chunk: Buffer) => void): unknown;
  destroy(error: Error): unknown;
}

/** An answer of the database was longer than whoever asked may have. Its connection is gone. */
export class AnswerTooLong extends Error {
  constructor(maxBytes: number) {
    super(`The database's answer is longer than ${Math.floor(maxBytes / MB)} MB: ask for fewer rows, or for fewer of their columns.`);
    this.name = 'AnswerTooLong';
  }
}

/**
 * Counts what comes through one connection while statements of others are under way. The driver keeps an answer in memory as a whole, one value of a gigabyte
 * as well as a million rows; the connection ends before that is too much for the server.
 */
class AnswerMeter {
  readonly #stream: Incoming;
  #underWay = 0;
  #bytes = 0;
  #maxBytes = Number.POSITIVE_INFINITY;

  private constructor(stream: Incoming) {
    this.#stream = stream;
    stream.prependListener('data', (chunk) => this.#count(chunk.length));
  }

  static of(client: PoolClient): AnswerMeter {
    const meter = meters.get(client) ?? new AnswerMeter((client as unknown as { readonly connection: { readonly stream: Incoming } }).connection.stream);
    meters.set(client, meter);
    return meter;
  }

  /** Answers of what runs together count together. @throws AnswerTooLong */
  async within<T>(maxBytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0) this.#bytes = 0;
    this.#underWay += 1;
    this.#maxBytes = maxBytes;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  #count(bytes: number): void {
    if (this.#underWay === 0) return;
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#stream.destroy(new AnswerTooLong(this.#maxBytes));
  }
}

const meters = new WeakMap<PoolClient, AnswerMeter>();

/** Runs `work` with a limit of what comes through its connection meanwhile; undefined: none. @throws AnswerTooLong */
export const measured = <T>(client: PoolClient, maxBytes: number | undefined, work: () => Promise<T>): Promise<T> =>
  maxBytes === undefined ? work() : AnswerMeter.of(client).within(maxBytes, work);
