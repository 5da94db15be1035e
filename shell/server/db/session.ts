import type { PoolClient, QueryResult } from 'pg';
import { readableError } from './database-error.ts';
import type { StatementNames } from './statement-names.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** One checked-out connection. Statements issued in parallel run one after another, in the order they were issued. */
export class Session {
  readonly client: PoolClient;
  readonly #names: StatementNames;
  readonly #epoch: number;
  readonly #onAnswer: () => void;
  readonly #onReleased: () => void;
  #tail: Promise<unknown> = Promise.resolve();
  #released = false;

  constructor(client: PoolClient, names: StatementNames, onAnswer: () => void, onReleased: () => void) {
    this.client = client;
    this.#names = names;
    this.#onAnswer = onAnswer;
    this.#onReleased = onReleased;
    this.#epoch = epochOf.get(client) ?? names.epoch;
    epochOf.set(client, this.#epoch);
  }

  run(statement: Statement): Promise<QueryResult> {
    return this.exclusive(async () => {
      const name = this.#epoch === this.#names.epoch ? this.#names.nameFor(statement.sql) : undefined;
      const values = statement.parameters as unknown[];
      return await this.client.query(name === undefined ? { text: statement.sql, values } : { name, text: statement.sql, values });
    });
  }

  /** Simple protocol: several statements, no parameters. */
  script(sql: string): Promise<QueryResult> {
    return this.exclusive(async () => await this.client.query(sql));
  }

  /** Keeps the connection for `work` alone until it ends. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#tail;
    const mine = before.then(work);
    this.#tail = mine.catch(() => undefined);
    try {
      const result = await mine;
      this.#onAnswer();
      return result;
    } catch (error) {
      throw readableError(error);
    }
  }

  /** Gives the connection back; `broken` closes it. One that prepared statements before a schema change is closed, too. */
  release(broken?: Error): void {
    if (this.#released) return;
    this.#released = true;
    this.client.release(broken ?? this.#epoch !== this.#names.epoch);
    this.#onReleased();
  }
}

/** Epoch in which a connection was opened: the one all its prepared statements belong to. */
const epochOf = new WeakMap<PoolClient, number>();
