import type { PoolClient, QueryResult, Submittable } from 'pg';
import { readableError } from '../database-error.ts';
import type { StatementNames } from './statement-names.ts';
import { knows, OpeningQuery, StatementQuery, type StatementText } from './statement-query.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What comes before statements that run as a role of the database, until the end of their transaction or the next one of these. */
export const asRole = (role: string | undefined): Statement => ({
  sql: `set local role ${role === undefined ? 'none' : `"${role.replaceAll('"', '""')}"`}`,
  parameters: [],
});

/** Statements that may be under way together: those between two works that had the connection alone. */
interface Burst {
  /** Ends when the work before them has the connection no more. */
  readonly after: Promise<unknown> | undefined;
  unanswered: number;
  onAnswered: (() => void) | undefined;
}

/** What the driver takes for its socket. */
interface EngineSocket {
  cork(): void;
  uncork(): void;
  /** Of the embedded engine. */
  endStatement?(): void;
}

/** A statement under way; `refused` when the driver could not even send it. */
interface Sent {
  readonly answer: Promise<QueryResult>;
  refused: boolean;
}

const burstAfter = (after: Promise<unknown> | undefined): Burst => ({ after, unanswered: 0, onAnswered: undefined });

/**
 * One checked-out connection. Statements issued in parallel travel together, in the order they were issued, and are worked off in that
 * order: nobody waits for an answer before the next one is sent.
 */
export class Session {
  readonly client: PoolClient;
  readonly #names: StatementNames;
  readonly #epoch: number;
  readonly #onAnswer: () => void;
  readonly #onReleased: () => void;
  #burst: Burst = burstAfter(undefined);
  #corked = false;
  /** The driver has closed a prepared statement that it still takes for prepared: it does so when a value cannot be sent. */
  #spoiled = false;
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
    return this.#inOrder(() => this.#send(this.#named(statement)).answer);
  }

  /** Simple protocol: several statements, no parameters. */
  script(sql: string): Promise<QueryResult> {
    return this.#inOrder(() => this.#send(sql).answer);
  }

  /**
   * One statement as a role of the database, in a transaction of its own: so that the role cannot outlast it, whatever becomes of the statement, of the
   * connection, or of a pooler in between. Where the role is not there the statement fails.
   */
  async runAs(role: string, statement: Statement): Promise<QueryResult> {
    return await this.#inOrder(async () => {
      const [begun, ran, ended] = await Promise.allSettled([
        this.#send(`begin; ${asRole(role).sql}`).answer,
        this.#send(this.#named(statement)).answer,
        this.#send('commit').answer,
      ]);
      for (const end of [begun, ran, ended]) if (end.status === 'rejected') throw end.reason;
      return (ran as PromiseFulfilledResult<QueryResult>).value;
    });
  }

  /** Begins a transaction together with its first statement; when `begin` fails, the statement is not run. */
  async open(begin: string, statement: Statement): Promise<QueryResult> {
    const query = this.#named(statement);
    if (knows(this.client, query.name)) return await this.#inOrder(() => this.#opened(begin, query));
    await this.script(begin);
    return await this.run(statement);
  }

  /**
   * Sends `statements` and, without waiting for them, the COMMIT that ends their transaction. One that fails makes the database answer the
   * COMMIT with a rollback; one that cannot even be sent keeps the COMMIT back.
   * @returns how each of the statements, and how the COMMIT ended; the latter is missing when it was kept back
   */
  async conclude(statements: readonly Statement[]): Promise<{ statements: PromiseSettledResult<QueryResult>[]; commit?: PromiseSettledResult<QueryResult> }> {
    return await this.#inOrder(async () => {
      const sent = statements.map((statement) => this.#send(this.#named(statement)));
      if (!sent.some(({ refused }) => refused)) sent.push(this.#send('commit'));
      const ends = await Promise.allSettled(sent.map(({ answer }) => answer));
      const readable = ends.map((end) => (end.status === 'rejected' ? { ...end, reason: readableError(end.reason) } : end));
      return { statements: readable.slice(0, statements.length), commit: readable[statements.length] };
    });
  }

  /** Keeps the connection for `work` alone until it ends. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#burst;
    const mine = this.#alone(before, work);
    this.#burst = burstAfter(mine.catch(() => undefined));
    try {
      const result = await mine;
      this.#onAnswer();
      return result;
    } catch (error) {
      throw readableError(error);
    }
  }

  /** Its engine has this connection alone, so that whoever works on it can be ended by itself. */
  get endsStatements(): boolean {
    return this.#stream.endStatement !== undefined;
  }

  /** Ends the statement that is at work: it fails, the connection stays. Nothing happens where none is. */
  endStatement(): void {
    this.#stream.endStatement?.();
  }

  get #stream(): EngineSocket {
    return (this.client as unknown as { readonly connection: { readonly stream: EngineSocket } }).connection.stream;
  }

  /** Gives the connection back; `broken` closes it. One that prepared statements before a schema change is closed, too. */
  release(broken?: Error): void {
    if (this.#released) return;
    this.#released = true;
    this.client.release(broken ?? (this.#spoiled || this.#epoch !== this.#names.epoch));
    this.#onReleased();
  }

  async #alone<T>(before: Burst, work: () => Promise<T>): Promise<T> {
    await before.after;
    if (before.unanswered > 0) {
      await new Promise<void>((resolve) => {
        before.onAnswered = resolve;
      });
    }
    // What keeps a portal or a COPY open cannot share the connection with statements that follow.
    const client = this.client as { pipeline: boolean };
    client.pipeline = false;
    try {
      return await work();
    } finally {
      client.pipeline = true;
    }
  }

  async #inOrder<T>(send: () => Promise<T>): Promise<T> {
    const burst = this.#burst;
    burst.unanswered += 1;
    try {
      if (burst.after) await burst.after;
      const result = await send();
      this.#onAnswer();
      return result;
    } catch (error) {
      throw readableError(error);
    } finally {
      burst.unanswered -= 1;
      if (burst.unanswered === 0) burst.onAnswered?.();
    }
  }

  #named({ sql, parameters }: Statement): StatementText {
    const name = this.#epoch === this.#names.epoch ? this.#names.nameFor(sql) : undefined;
    const values = parameters as unknown[];
    return name === undefined ? { text: sql, values } : { name, text: sql, values };
  }

  #send(query: string | StatementText): Sent {
    this.#cork();
    const sent: { -readonly [K in keyof Sent]?: Sent[K] } = { refused: false };
    sent.answer = new Promise<QueryResult>((resolve, reject) => {
      let submitted = false;
      const done = (error: Error | null | undefined, result: QueryResult): void => {
        if (error) {
          sent.refused = !submitted;
          this.#spoiled ||= !submitted;
          reject(error);
        } else resolve(result);
      };
      if (typeof query === 'string') this.client.query(query, done);
      else this.client.query(new StatementQuery(query, done) as unknown as Submittable);
      submitted = true;
    });
    return sent as Sent;
  }

  #opened(begin: string, query: StatementText): Promise<QueryResult> {
    this.#cork();
    return new Promise((resolve, reject) => {
      let submitted = false;
      const done = (error: Error | undefined, result: QueryResult): void => {
        this.#spoiled ||= error !== undefined && error !== null && !submitted;
        if (error) reject(error);
        else resolve(result);
      };
      this.client.query(new OpeningQuery(begin, query, done) as unknown as Submittable);
      submitted = true;
    });
  }

  /** What is sent in one turn of the event loop leaves in one piece: a system call or a message to the engine costs more than most statements. */
  #cork(): void {
    if (this.#corked) return;
    const stream = this.#stream;
    this.#corked = true;
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }
}

/** Epoch in which a connection was opened: the one all its prepared statements belong to. */
const epochOf = new WeakMap<PoolClient, number>();
