import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import Cursor from 'pg-cursor';
import { AsyncContext } from '../../async-context/async-context.ts';
import { columnTypes } from '../column-types.ts';
import { isConnectionLost } from '../database-error.ts';
import type { OthersLimits, StreamableQuery } from '../database.ts';
import { AnswerTooLong, measured } from '../pool/answer-meter.ts';
import { type HeldLimit, heldAtMost } from '../pool/held-statement.ts';
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
  /** Longer than a statement may take elsewhere, milliseconds; the statement that is at work is ended when `signal` says so. The limit is that of a server. */
  readonly statementMs?: number;
}

const wanted = new AsyncContext<RowsWanted>();

/** Streams of rows whose first row is asked for inside `work` are read as `rows` says. */
export const watchingRows = <T>(rows: RowsWanted, work: () => Promise<T>): Promise<T> => wanted.run(rows, work);

/** Streams of rows whose first row is asked for inside `work` end their query when `signal` says so. */
export const rowsWantedUntil = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => watchingRows({ signal }, work);
const LENGTH_BYTES = 4;
/** Of what one answer may be, how many times may wait in a file for whoever reads the stream. */
const SPOOLED_ANSWERS = 16;

/** Streams of others; their limits are those of one batch. */
export interface StreamLimits extends OthersLimits {
  /** Role of the database that it runs as; undefined: that of the connection. */
  readonly role?: string | undefined;
}

/**
 * Batches of a query in constant memory. The rows are read at database speed; from the second batch on they go through
 * a temporary file, so that a slow reader holds no connection (the embedded engine has one) and no snapshot.
 */
export async function* streamRows<Row>(
  pool: SessionPool,
  units: UnitOfWork,
  query: Pick<StreamableQuery<Row>, 'compile'>,
  batchRows: number = DEFAULT_BATCH_ROWS,
  { role, maxAnswerBytes, held }: StreamLimits = {},
): AsyncIterableIterator<Row[]> {
  const spool = new Spool<Row>(maxAnswerBytes === undefined ? Number.POSITIVE_INFINITY : maxAnswerBytes * SPOOLED_ANSWERS);
  try {
    const statement = query.compile();
    const unit = units.current();
    const rows = wanted.get();
    // Refuses when it has ended: its connection may be somebody else's by now.
    if (unit) await unit.exclusive(role, (session) => readInto(session, { statement, batchRows, spool, maxAnswerBytes }));
    else
      await pool.use(
        (session) => readInTransaction(session, { statement, batchRows, spool, rows, pool, role, maxAnswerBytes, held: held && { limit: held, pool } }),
        'stream',
        rows?.signal,
      );
    for await (const batch of spool.batches()) {
      rows?.onTaken?.(batch.length);
      yield batch;
    }
  } finally {
    await spool.discard();
  }
}

interface Batches<Row> {
  readonly statement: Statement;
  readonly batchRows: number;
  readonly spool: Spool<Row>;
  readonly maxAnswerBytes: number | undefined;
  /** Undefined in a transaction, which has a limit of its own. */
  readonly held?: { readonly limit: HeldLimit; readonly pool: SessionPool } | undefined;
}

interface Reading<Row> extends Batches<Row> {
  readonly rows: RowsWanted | undefined;
  readonly pool: SessionPool;
  readonly role: string | undefined;
}

async function readInTransaction<Row>(session: Session, { rows, pool, role, ...batches }: Reading<Row>): Promise<void> {
  const { statementMs } = rows ?? {};
  const settings = [
    ...(statementMs === undefined ? [] : [`set local statement_timeout = ${Math.trunc(statementMs)}`]),
    ...(role === undefined ? [] : [asRole(role).sql]),
  ];
  await session.script(['begin read only', ...settings].join('; '));
  let failed: unknown;
  try {
    const read = (): Promise<void> => session.exclusive(() => readInto(session, batches, rows));
    await (rows && statementMs !== undefined ? endedBy(rows.signal, session, pool, read) : read());
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    // Where its connection is gone, this fails as well, and says less.
    await session.script('rollback').catch((error: unknown) => {
      throw failed ?? error;
    });
  }
}

/** Ends the statement that `work` waits for when the signal comes. The connection is not given back before that has been tried: it would hit somebody else's. */
async function endedBy<T>(signal: AbortSignal, session: Session, pool: SessionPool, work: () => Promise<T>): Promise<T> {
  const { rows } = await session.run({ sql: 'select pg_backend_pid() as pid', parameters: [] });
  const [{ pid } = { pid: 0 }] = rows as { pid: number }[];
  let ending: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    if (session.endsStatements) session.endStatement();
    else ending = pool.use((other) => other.run({ sql: 'select pg_cancel_backend($1::int)', parameters: [pid] })).catch(() => undefined);
  };
  // A server's only connection would wait for the very statement that it is to end.
  if (session.endsStatements || pool.isShared) signal.addEventListener('abort', end, { once: true });
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
async function readInto<Row>(session: Session, { statement, batchRows, spool, maxAnswerBytes, held }: Batches<Row>, asked?: RowsWanted): Promise<void> {
  const cursor = session.client.query(new Cursor<Row>(statement.sql, [...statement.parameters], { types: columnTypes }));
  let lost = false;
  try {
    for (;;) {
      asked?.signal.throwIfAborted();
      const read = (): Promise<Row[]> => measured(session.client, maxAnswerBytes, () => cursor.read(batchRows));
      const rows = await (held ? heldAtMost(session, held.limit, held.pool, read) : read());
      if (rows.length === 0) return;
      await spool.add(rows);
      asked?.onRead?.(rows.length);
      if (rows.length < batchRows) return;
    }
  } catch (error) {
    lost = isConnectionLost(error) || error instanceof AnswerTooLong;
    throw error;
  } finally {
    // Over a connection that is gone nobody answers that it is closed; waiting would keep its place in the pool for ever.
    if (!lost) await cursor.close();
  }
}

/** First batch in memory, the rest in a temporary file of length-prefixed batches. */
class Spool<Row> {
  readonly #maxBytes: number;
  #first: Row[] | undefined;
  #bytes = 0;
  #folder: string | undefined;
  #file: FileHandle | undefined;

  /** @param maxBytes that may wait in the file */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

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
    this.#bytes += body.length;
    if (this.#bytes > this.#maxBytes) throw new Error(`A stream of rows is longer than ${Math.floor(this.#maxBytes / 1_048_576)} MB: read it in parts.`);
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
