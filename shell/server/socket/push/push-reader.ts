import type { Clock, PushTarget } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import { SingleFlight } from './single-flight.ts';
import { PUSH_KEPT_MS } from '../socket-limits.ts';

/** A push as it is delivered. */
export interface Push {
  readonly target: PushTarget;
  /** The frame as JSON. */
  readonly text: string;
}

interface Row {
  readonly horizon: string;
  readonly id: string | null;
  readonly writer: string;
  readonly target: PushTarget;
  readonly body: string;
  readonly created_at: Date;
}

export interface PushReaderParts {
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  /** Called before rows are delivered; when it throws they are read again. */
  readonly prepare: (pushes: readonly Push[]) => Promise<void>;
  readonly deliver: (push: Push) => void;
  /** This server could not read for so long that pushes may be gone. */
  readonly onGap: () => void;
}

const BATCH = 100;

/**
 * Reads each push once. Transactions do not commit in the order of their ids, so the place up to which everything was read is the oldest transaction
 * that was still at work then; rows above it that were delivered already are remembered.
 */
export class PushReader {
  readonly #parts: PushReaderParts;
  readonly #reading = new SingleFlight(() => this.#readAll());
  /** All pushes of transactions below it are delivered; undefined before the first reading. */
  #cursor: string | undefined;
  readonly #seen = new Map<string, Pick<Row, 'writer' | 'created_at'>>();
  #readAt = 0;

  constructor(parts: PushReaderParts) {
    this.#parts = parts;
  }

  /** Delivers what was committed before this call. The first time it delivers nothing and takes its place. */
  read(): Promise<void> {
    return this.#reading.run();
  }

  async settled(): Promise<void> {
    await this.#reading.settled();
  }

  async #readAll(): Promise<void> {
    const now = this.#parts.clock.steady().getTime();
    const since = new Date(now - PUSH_KEPT_MS);
    const isFirst = this.#cursor === undefined;
    if (isFirst || this.#readAt < since.getTime()) {
      this.#cursor = await this.#horizon();
      this.#seen.clear();
      if (!isFirst) this.#parts.onGap();
    } else {
      const horizon = await this.#deliverFrom(this.#cursor as string, since);
      this.#cursor = horizon;
      for (const [id, { writer, created_at }] of this.#seen) if (BigInt(writer) < BigInt(horizon) || created_at < since) this.#seen.delete(id);
    }
    this.#readAt = now;
  }

  /** @returns the oldest transaction at work when the reading began */
  async #deliverFrom(cursor: string, since: Date): Promise<string> {
    for (let horizon: string | undefined; ; ) {
      const rows = await this.#rows(cursor, since);
      horizon ??= rows[0]?.horizon ?? cursor;
      const found = rows.filter((row) => row.id !== null);
      const pushes = found.map(({ target, body }): Push => ({ target, text: body }));
      if (pushes.length > 0) await this.#parts.prepare(pushes);
      for (const [at, row] of found.entries()) {
        this.#seen.set(String(row.id), row);
        this.#parts.deliver(pushes[at] as Push);
      }
      if (found.length < BATCH) return horizon;
    }
  }

  /** Place and rows come from one statement, so they see the same transactions. */
  async #rows(cursor: string, since: Date): Promise<readonly Row[]> {
    const { rows } = await sql<Row>`
      select horizon.oldest::text as horizon, push.id, push.writer::text as writer, push.target, push.body, push.created_at
      from (select pg_snapshot_xmin(pg_current_snapshot()) as oldest) as horizon
      left join core.socket_push as push
        on push.writer >= ${cursor}::xid8 and push.created_at > ${since} and not (push.id = any(${[...this.#seen.keys()]}::bigint[]))
      order by push.id limit ${BATCH}`.execute(this.#parts.db);
    return rows;
  }

  async #horizon(): Promise<string> {
    const { rows } = await sql<{ oldest: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`.execute(this.#parts.db);
    return rows[0]?.oldest ?? '0';
  }
}
