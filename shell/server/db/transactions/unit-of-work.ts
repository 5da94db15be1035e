import { setTimeout as pause } from 'node:timers/promises';
import { AsyncContext } from '../../async-context/async-context.ts';
import { commitUnknown, databaseUnavailable, isConnectionLost, isSerializationFailure, isStalePlan, sqlStateOf } from '../database-error.ts';
import type { IsolationLevel, Log, TransactionOptions } from '../database.ts';
import { watchIdle } from './idle-watch.ts';
import { NamedQueues } from './named-queues.ts';
import { Unit } from './unit.ts';
import type { Session } from '../pool/session.ts';
import type { SessionPool } from '../pool/session-pool.ts';
import type { Patience } from '../waiting.ts';

const strictness: Record<IsolationLevel, number> = { 'read committed': 0, 'repeatable read': 1, serializable: 2 };
const DEFAULT_RETRIES = 3;
const IN_FAILED_TRANSACTION = '25P02';

export type RunningUnit = Pick<Unit, 'run' | 'script' | 'later' | 'ready' | 'exclusive'>;

/**
 * Finds the running transaction of the current call, wherever in it we are, so no statement can slip out of its
 * transaction and none can wait for a second connection: on the embedded engine that wait would never end.
 */
export class UnitOfWork {
  readonly queues = new NamedQueues();
  /** The running transaction of the current call; none where work is outside of it on purpose. */
  readonly #scope = new AsyncContext<Unit | undefined>();
  readonly #pool: SessionPool;
  readonly #log: Log;
  readonly #limitMs: number;
  readonly #beforeBegin: () => void;
  transactions = 0;
  retried = 0;

  constructor(pool: SessionPool, log: Log, limitMs: number, beforeBegin: () => void) {
    this.#pool = pool;
    this.#log = log;
    this.#limitMs = limitMs;
    this.#beforeBegin = beforeBegin;
  }

  current(): RunningUnit | undefined {
    return this.#running();
  }

  afterCommit(hook: () => void | Promise<void>): void {
    const unit = this.#running();
    if (unit) unit.hooks.push(hook);
    else void this.#runHooks([hook]);
  }

  async transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const running = this.#running();
    if (running) return await this.#join(running, work, options);
    const patience = this.#pool.patience(options.signal);
    // Without a queue the connection is asked for at once, in the order of the calls.
    const leaveQueues = options.queue?.length ? await this.queues.enter(options.queue, patience) : nothing;
    try {
      return await this.#untilWon(work, options, patience, leaveQueues);
    } finally {
      leaveQueues();
    }
  }

  #running(): Unit | undefined {
    return this.#scope.get();
  }

  #within<T>(unit: Unit | undefined, work: () => Promise<T>): Promise<T> {
    return this.#scope.run(unit, work);
  }

  async #untilWon<T>(work: () => Promise<T>, options: TransactionOptions, first: Patience, leaveQueues: () => void): Promise<T> {
    const retries = options.retries ?? DEFAULT_RETRIES;
    for (let attempt = 0, patience = first; ; attempt += 1, patience = this.#pool.patience(options.signal)) {
      try {
        return await this.#attempt(work, options, patience, leaveQueues);
      } catch (error) {
        if (attempt >= retries || !isSerializationFailure(error)) throw error;
        if (isStalePlan(error)) this.#pool.names.advance();
        this.retried += 1;
        // Spread out, or the same rivals meet again.
        await pause(2 ** attempt * 5 * (0.5 + Math.random()));
      }
    }
  }

  async #join<T>(unit: Unit, work: () => Promise<T>, options: TransactionOptions): Promise<T> {
    if (options.isolation && strictness[options.isolation] > strictness[unit.isolation]) {
      throw new Error(`A transaction at "${options.isolation}" cannot join one that runs at "${unit.isolation}"; ask for it at the outermost call.`);
    }
    try {
      return await work();
    } catch (error) {
      unit.doomedBy ??= { error };
      throw error;
    }
  }

  async #attempt<T>(work: () => Promise<T>, options: TransactionOptions, patience: Patience, leaveQueues: () => void): Promise<T> {
    if (!options.readOnly) this.#beforeBegin();
    const lane = options.urgent ? 'urgent' : 'transaction';
    const session = options.takesLate ? undefined : await this.#pool.acquire(lane, patience);
    const isolation = options.isolation ?? 'read committed';
    const take = (): Promise<Session> => this.#pool.acquire(lane, this.#pool.patience(options.signal));
    const unit = new Unit(session, take, isolation, options.readOnly ?? false);
    this.transactions += 1;
    let broken: Error | undefined;
    let giveUp: (reason: Error) => void = nothing;
    const exceeded = new Promise<never>((_resolve, reject) => {
      giveUp = reject;
    });
    const cutOff = (reason: Error, free: () => void): void => {
      unit.end(reason);
      broken = reason;
      free();
      // Its work may never return.
      leaveQueues();
      giveUp(reason);
    };
    const endLimits = [
      // A statement may be under way: nothing but the end of the connection ends it.
      this.#limit(unit, options.limitMs ?? this.#limitMs, (reason) => cutOff(reason, () => unit.session?.release(reason))),
      // None is, or it is waited for: the connection is as good as before, with all that was prepared on it. Where it is the only one, it is not waited for.
      options.idle
        ? watchIdle(
            unit,
            options.idle,
            () => this.#pool.isWaitedFor,
            (reason) =>
              cutOff(reason, () => {
                unit.endStatement();
                void rollBack(unit, reason);
              }),
          )
        : nothing,
    ];
    try {
      const result = await Promise.race([this.#within(unit, work), exceeded]);
      if (unit.ended) throw unit.ended;
      if (unit.doomedBy) throw unit.doomedBy.error;
      unit.end(new Error('The transaction has ended: a statement was issued after its work had returned. Await every statement.'));
      await commit(unit);
      unit.session?.release();
      leaveQueues();
      await this.#runHooks(unit.hooks);
      return result;
    } catch (error) {
      unit.end(new Error('The transaction has been rolled back.', { cause: error }));
      // Whoever gave up may have a statement under way that never ends.
      if (broken === undefined && options.idle) unit.endStatement();
      if (broken === undefined) await rollBack(unit, error);
      // A late write had failed before: that is why this one was refused.
      throw unit.doomedBy && sqlStateOf(error) === IN_FAILED_TRANSACTION ? unit.doomedBy.error : error;
    } finally {
      for (const end of endLimits) end();
    }
  }

  #limit(unit: Unit, limitMs: number, onExceeded: (reason: Error) => void): () => void {
    if (limitMs === 0) return nothing;
    const timer = setTimeout(() => {
      if (unit.ended) return;
      this.#log.error({ limitMs }, 'a transaction exceeded its time limit and was rolled back');
      onExceeded(databaseUnavailable(`a transaction ran longer than ${limitMs} ms and was rolled back`));
    }, limitMs);
    return () => clearTimeout(timer);
  }

  /** Hooks run outside the transaction, one after another; a failing one is logged, the work stays committed. */
  async #runHooks(hooks: readonly (() => void | Promise<void>)[]): Promise<void> {
    if (hooks.length === 0) return;
    await this.#within(undefined, async () => {
      for (const hook of hooks) {
        try {
          await hook();
        } catch (error) {
          this.#log.error({ err: error }, 'work after a commit failed');
        }
      }
    });
  }
}

const nothing = (): void => undefined;

async function commit(unit: Unit): Promise<void> {
  const { session } = unit;
  if (!unit.isOpen || !session) return;
  const { statements, commit: end } = await session.conclude(unit.takeLate());
  const failures = statements.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  // The database refused a statement, so the COMMIT behind it cannot have been one. A lost connection says nothing of the kind.
  const refused = failures.find((reason) => !isConnectionLost(reason));
  if (refused !== undefined) throw refused;
  if (!end) throw failures[0];
  if (end.status === 'rejected') throw isConnectionLost(end.reason) ? commitUnknown(end.reason) : end.reason;
  if (unit.doomedBy) throw unit.doomedBy.error;
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: a swallowed statement error.
  if (end.value.command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed and the error was swallowed.');
}

async function rollBack({ session, isOpen }: Unit, cause: unknown): Promise<void> {
  try {
    if (isOpen) await session?.script('rollback');
    session?.release();
  } catch {
    session?.release(cause instanceof Error ? cause : new Error(String(cause)));
  }
}
