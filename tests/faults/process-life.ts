import type { Outbound } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { Database } from '../../shell/server/db/index.ts';

/** What whoever still runs in a process that is over meets at everything he wants to do. */
export class ProcessDied extends Error {
  constructor() {
    super('this process is over');
    this.name = 'ProcessDied';
  }
}

/** Something that a process does to the world, or learns from it. */
export type Act = 'statement' | 'begin' | 'commit' | 'committed' | 'send' | 'money' | 'answer';

/**
 * When a process dies: so many acts from now, or from a message that moves money (the next one, or after `skip` of them); `afterMs`: while
 * that one is on its way.
 */
export interface Death {
  readonly from: 'now' | 'money';
  readonly skip?: number;
  readonly acts: number;
  readonly afterMs?: number;
}

/** Transactions of the national interface that move money or take back what did. */
const MOVES_MONEY = /"infno":"(2207A?|2208|2601)"/;

/**
 * One process's life inside this one. When it is over, nothing of it reaches database or network any more, wherever it stood: what it had
 * not committed is rolled back, a COMMIT that was on its way may have come through, a message that had left may be acted on, its answer is
 * read by nobody.
 */
export class ProcessLife {
  #over = false;
  #death: Death | undefined;
  #counting = false;
  #left = 0;
  #skip = 0;
  readonly #gone = new AbortController();
  /** Acts so far, by kind. */
  readonly acts: Record<Act, number> = { statement: 0, begin: 0, commit: 0, committed: 0, send: 0, money: 0, answer: 0 };

  get over(): boolean {
    return this.#over;
  }

  /** Sets how it ends. */
  arm(death: Death): void {
    this.#death = death;
    this.#left = death.acts;
    this.#skip = death.skip ?? 0;
    this.#counting = death.from === 'now';
  }

  end(): void {
    this.#over = true;
    this.#gone.abort();
  }

  /** @throws ProcessDied when it is over, also when it ends by this very act, which then does not happen */
  act(kind: Act): void {
    if (this.#over) throw new ProcessDied();
    this.acts[kind] += 1;
    const death = this.#death;
    if (!death) return;
    if (kind === 'money' && !this.#counting && this.#skip-- === 0) {
      this.#counting = true;
      // waits: the moment of death is the point, and any is right
      if (death.afterMs !== undefined) setTimeout(() => this.end(), death.afterMs);
    }
    if (!this.#counting || death.afterMs !== undefined) return;
    if (this.#left === 0) {
      this.end();
      throw new ProcessDied();
    }
    this.#left -= 1;
  }

  /** The database as this process has it; closing is for whoever opened it. */
  database(db: Database): Database {
    const statement = (): void => this.act('statement');
    const kysely = db.kyselyFor<Record<string, Record<string, unknown>>>(statement);
    return {
      engine: db.engine,
      kysely,
      kyselyFor: <DB>(check?: (sql: string) => void) =>
        check
          ? db.kyselyFor<DB>((sql) => {
              check(sql);
              statement();
            })
          : (kysely as unknown as Kysely<DB>), // the caller names its own tables
      lateKyselyFor: <DB>(check?: (sql: string) => void) =>
        db.lateKyselyFor<DB>((sql) => {
          check?.(sql);
          statement();
        }),
      transaction: async (work, options) => {
        const outermost = !db.inTransaction();
        if (outermost) this.act('begin');
        const done = await db.transaction(async () => {
          const result = await work();
          if (outermost) this.act('commit');
          return result;
        }, options);
        if (outermost) this.act('committed');
        return done;
      },
      inTransaction: () => db.inTransaction(),
      afterCommit: (hook) =>
        db.afterCommit(async () => {
          if (!this.#over) await hook();
        }),
      notify: (channel) => db.notify(channel),
      listen: (channel, heard) => db.listen(channel, heard),
      script: async (sql) => {
        statement();
        await db.script(sql);
      },
      stream: (query, batchRows) => {
        statement();
        return db.stream(query, batchRows);
      },
      patiently: (work) => db.patiently(work),
      schemaChanged: () => db.schemaChanged(),
      health: () => db.health(),
      stats: () => db.stats(),
      get load() {
        return db.load;
      },
      snapshot: () => db.snapshot(),
      close: async () => {},
    };
  }

  /** What leads out, as this process has it: its connections break off when it ends. */
  outbound(own: Outbound): Outbound {
    return {
      databases: own.databases,
      mailboxes: own.mailboxes,
      allows: (url) => own.allows(url),
      send: async (request) => {
        this.act(MOVES_MONEY.test(String(request.body ?? '')) ? 'money' : 'send');
        const signal = request.signal ? AbortSignal.any([request.signal, this.#gone.signal]) : this.#gone.signal;
        try {
          const reply = await own.send({ ...request, signal });
          this.act('answer');
          return reply;
        } catch (error) {
          if (this.#over) throw new ProcessDied();
          throw error;
        }
      },
    };
  }
}
