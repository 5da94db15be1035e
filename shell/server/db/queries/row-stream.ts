import { AsyncLocalStorage } from 'node:async_hooks';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import Cursor from 'pg-cursor';
import { columnTypes } from '../column-types.ts';
import { isConnectionLost } from '../database-error.ts';
import type { StreamableQuery } from '../database.ts';
import { asRole, type Session, type Statement } from '../pool/session.ts';
import type { SessionPool } from '../pool/session-pool.ts';
import type { UnitOfWork } from '../transactions/unit-of-work.ts';

const DEFAULT_BATCH_ROWS = 1_000;

/** How streams of rows are read, and who wants to know how far they are. */
export interface RowsWanted {
  /** Ends the query, in the middle of reading, too. Ending the loop over the rows cannot do that: it is heard only when the next batch is there. */
  readonly signal: AbortSignal;
  /** So many more rows have come from the database; called before anybody sees the first one, as all are read before. */
  readonly onRead?: (rows: number) => void;
  /** So many more rows have been handed to whoever asked. */
  readonly onTaken?: (rows: number) => void;
  /** Longer than a statement may take elsewhere, milliseconds; the statement that is at work is ended when `signal` says so. On a server; the embedded engine ends no single statement. */
  readonly statementMs?: number;
}

const wanted = new AsyncLocalStorage<RowsWanted>();

/** Streams of rows whose first row is asked for inside `work` are read as `rows` says. */
export const watchingRows = <T>(rows: RowsWanted, work: () => Promise<T>): Promise<T> => wanted.run(rows, work);

/** Streams of rows whose first row is asked for inside `work` end their query when `signal` says so. */
export const rowsWantedUntil = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => watchingRows({ signal }, work);
const LENGTH_BYTES = 4;

/**
 * Batches of a query in constant memory. The rows are read at database speed; from the second batch on they go through
 * a temporary file, so that a slow reader holds no connection (the embedded engine has one) and no snapshot.
 */
export async function* streamRows<Row>(
  pool: SessionPool,
  units: UnitOfWork,
  query: Pick<StreamableQuery<Row>, 'compile'>,
  batchRows: number = DEFAULT_BATCH_ROWS,
  role?: string,
): AsyncIterableIterator<Row[]> {
  const spool = new Spool<Row>();
  try {
    const statement = query.compile();
    const unit = units.current();
    const rows = wanted.getStore();
    // Refuses when it has ended: its connection may be somebody else's by now.
    if (unit) await unit.exclusive(role, (session) => readInto(session, statement, batchRows, spool));
    else await pool.use((session) => readInTransaction(session, { statement, batchRows, spool, rows, pool, role }), 'stream', rows?.signal);
    for await (const batch of spool.batches()) {
      rows?.onTaken?.(batch.length);
      yield batch;
    }
  } finally {
    await spool.discard();
  }
}

interface Reading<Row> {
  readonly statement: Statement;
  readonly batchRows: number;
  readonly spool: Spool<Row>;
  readonly rows: RowsWanted | undefined;
  readonly pool: SessionPool;
  readonly role: string | undefined;
}

async function readInTransaction<Row>(session: Session, { statement, batchRows, spool, rows, pool, role }: Reading<Row>): Promise<void> {
  const { statementMs } = rows ?? {};
  const settings = [
    ...(statementMs === undefined ? [] : [`set local statement_timeout = ${Math.trunc(statementMs)}`]),
    ...(role === undefined ? [] : [asRole(role).sql]),
  ];
  await session.script(['begin read only', ...settings].join('; '));
  try {
    const read = (): Promise<void> => session.exclusive(() => readInto(session, statement, batchRows, spool, rows));
    await (rows && statementMs !== undefined ? endedBy(rows.signal, session, pool, read) : read());
  } finally {
    await session.script('rollback');
  }
}

/** Ends the statement that `work` waits for when the signal comes. The connection is not given back before that has been tried: it would hit somebody else's. */
async function endedBy<T>(signal: AbortSignal, session: Session, pool: SessionPool, work: () => Promise<T>): Promise<T> {
  const { rows } = await session.run({ sql: 'select pg_backend_pid() as pid', parameters: [] });
  const [{ pid } = { pid: 0 }] = rows as { pid: number }[];
  let ending: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    ending = pool.use((other) => other.run({ sql: 'select pg_cancel_backend($1::int)', parameters: [pid] })).catch(() => undefined);
  };
  // On the one connection of the embedded engine this would wait for the very statement that it is to end.
  if (pool.isShared) signal.addEventListener('abort', end, { once: true });
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', end);
    await ending;
  }
}

/** The connection is this one's alone meanwhile. */
async function readInto<Row>(session: Session, statement: Statement, batchRows: number, spool: Spool<Row>, asked?: RowsWanted): Promise<void> {
  const cursor = session.client.query(new Cursor<Row>(statement.sql, [...statement.parameters], { types: columnTypes }));
  let lost = false;
  try {
    for (;;) {
      asked?.signal.throwIfAborted();
      const rows = await cursor.read(batchRows);
      if (rows.length === 0) return;
      await spool.add(rows);
      asked?.onRead?.(rows.length);
      if (rows.length < batchRows) return;
    }
  } catch (error) {
    lost = isConnectionLost(error);
    throw error;
  } finally {
    // Over a connection that is gone nobody answers that it is closed; waiting would keep its place in the pool for ever.
    if (!lost) await cursor.close();
  }
}

/** First batch in memory, the rest in a temporary file of length-prefixed batches. */
class Spool<Row> {
  #first: Row[] | undefined;
  #folder: string | undefined;
  #file: FileHandle | undefined;

  async add(rows: Row[]): Promise<void> {
    if (this.#first === undefined) {
      this.#first = rows;
      return;
    }
    if (!this.#file) {
      this.#folder = await mkdtemp(join(tmpdir(), 'nephra-rows-'));
      this.#file = await open(join(this.#folder, 'rows'), 'wx+', 0o600);
    }
    const body = serialize(rows);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(body.length);
    await this.#file.writev([length, body]);
  }

  async *batches(): AsyncGenerator<Row[]> {
    if (this.#first) yield this.#first;
    this.#first = undefined;
    if (!this.#file) return;
    const length = Buffer.alloc(LENGTH_BYTES);
    for (let position = 0; ; ) {
      const { bytesRead } = await this.#file.read(length, 0, LENGTH_BYTES, position);
      if (bytesRead < LENGTH_BYTES) return;
      const body = Buffer.alloc(length.readUInt32LE());
      await this.#file.read(body, 0, body.length, position + LENGTH_BYTES);
      position += LENGTH_BYTES + body.length;
      yield deserialize(body) as Row[];
    }
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}
