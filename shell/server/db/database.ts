import type { Clock as TwoClocks, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { ConnectionLoad } from './pool/connection-gate.ts';
import type { HeldLimit } from './pool/held-statement.ts';

/** Product of the data directory: `memory` lives as long as the process and is meant for tests. */
export type DatabaseOptions = EmbeddedOptions | PostgresOptions | MemoryOptions;

export interface DatabaseLimits {
  /** One statement; longer ones are ended, by the embedded engine as by PostgreSQL; where one cannot be, the engine is ended and reopened. Default 30 000. */
  readonly statementMs?: number;
  /** From BEGIN to COMMIT. A longer transaction is rolled back and its connection dropped. Default 60 000. */
  readonly transactionMs?: number;
  /** Wait in named queues and for a free connection, together. Default 30 000. */
  readonly acquireMs?: number;
}

interface CommonOptions {
  readonly limits?: DatabaseLimits;
  /** Session time zone of every connection. Default `Asia/Shanghai`: `now()::date` is the business day. */
  readonly timeZone?: string;
}

interface WorkerOptions extends CommonOptions {
  /** Built worker file. Default: `db-worker.mjs` beside the bundle, or the source launcher when running from TypeScript. */
  readonly workerUrl?: URL;
}

export interface EmbeddedOptions extends WorkerOptions {
  readonly kind: 'embedded';
  /** The product's data directory; the engine's files live in `<dataDir>/db`. */
  readonly dataDir: string;
  /** Tar(.gz) of an empty database to begin with. Default: `db-base.tar.gz` beside the bundle, when the builder made it. */
  readonly baseSnapshot?: string;
  /** Writes are refused below this much free disk. Default 256 MiB. */
  readonly minimumFreeBytes?: number;
  /** Checkpoint and vacuum timers; default on. */
  readonly maintenance?: boolean;
}

export interface PostgresOptions extends CommonOptions {
  readonly kind: 'postgres';
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Default 10. */
  readonly poolSize?: number;
  /** Connections that transactions and streams leave to other statements. From 1 to `poolSize` - 1; default three of ten, at least one. Pools of one have none. */
  readonly readShare?: number;
  /** Off behind a pooler that cannot keep prepared statements (PgBouncer before 1.21). Default true. */
  readonly namedStatements?: boolean;
}

export interface MemoryOptions extends WorkerOptions {
  readonly kind: 'memory';
  /** Tar or tar.gz of a data directory, made by `Database.snapshot`. */
  readonly snapshot?: Uint8Array;
}

export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable';

export interface TransactionOptions {
  /** Default `read committed`. Asking for a stricter level inside a weaker running transaction is a programming error. */
  readonly isolation?: IsolationLevel;
  readonly readOnly?: boolean;
  /**
   * Further attempts after a serialisation failure or deadlock (40001, 40P01); `work` must therefore only touch the
   * database and its own variables. Default 3. Only the outermost transaction tries again.
   */
  readonly retries?: number;
  /** Overrides `limits.transactionMs`; 0 = none. */
  readonly limitMs?: number;
  /**
   * Names of what `work` is going to lock, where many may want the same: they wait in order for each other before they take a connection, three are
   * under way at once. Not for correctness: other servers do not know these queues, so the lock itself stays. A transaction that joins
   * another one waits for none.
   */
  readonly queue?: readonly string[];
  /** Goes before all other transactions that wait for a connection. For short ones that a reader waits for. */
  readonly urgent?: boolean;
  /** For work of others that may never end: how long it may keep a connection without asking anything. */
  readonly idle?: IdleLimit;
  /** It takes a connection with its first statement, not before: what `work` does until then holds up nobody. */
  readonly takesLate?: boolean;
  /** Ends the waiting in queues and for a connection with its reason; what has begun is not disturbed. */
  readonly signal?: AbortSignal;
}

/** A transaction that has a connection and no statement under way is rolled back after a while, and refused with what `reason` makes. */
export interface IdleLimit {
  readonly ms: number;
  /** The same while others wait for a connection. */
  readonly contestedMs: number;
  /** How long it may keep its connection while others wait for one, whatever it asks for; read when it begins. Default: as long as any transaction. */
  readonly heldMs?: number;
  /** A shorter limit while others wait and whoever works in it does nothing at all: it waits for what may never come, and no machine that is busy holds it up. */
  readonly asleep?: { readonly ms: number; readonly forMs: () => number };
  /** @param ms of the limit that counted @param kind whether it had asked for nothing, or was at it for too long */
  readonly reason: (ms: number, kind: 'idle' | 'held') => Error;
}

/** What statements of others may take. */
export interface OthersLimits {
  /** A longer answer is refused, and its connection ends with it, before it fills the server's memory. Default: as long as it is. */
  readonly maxAnswerBytes?: number;
  /** Of a statement outside of transactions, while others wait for the one connection of the embedded engine. Default: as long as any statement. */
  readonly held?: HeldLimit;
}

/** Who works and who waits at this moment, in this process. */
export interface DatabaseLoad extends ConnectionLoad {
  /** Transactions that wait in named queues, before they ask for a connection. */
  readonly queued: number;
}

export interface DatabaseHealth {
  readonly ok: boolean;
  readonly engine: string;
  /** Why it is not ok, in English, for logs and administrators. Empty when ok. */
  readonly reason: string;
}

export interface DatabaseStats {
  readonly engine: string;
  readonly serverVersion: string;
  readonly sizeBytes: number;
  readonly statements: number;
  readonly transactions: number;
  readonly retriedTransactions: number;
  readonly connections: { readonly total: number; readonly idle: number; readonly waiting: number };
  readonly load: DatabaseLoad;
  /** Connections of this database, of all servers, that wait for a lock of another one. */
  readonly waitingForLocks: number;
  /** Embedded only: how often the engine had to be ended and reopened. */
  readonly engineRestarts: number;
  readonly checkpoints: number;
  readonly vacuums: number;
}

/** Any kysely query that can be compiled. */
export interface StreamableQuery<Row> {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
  execute(): Promise<Row[]>;
}

/**
 * The one way to the data. Values arrive as: numeric, bigint, count(*) → string; date, timestamp → string as stored;
 * timestamptz → Date; json/jsonb → parsed; arrays of these likewise.
 */
export interface Database {
  /** `embedded` (also for `memory`) or `postgres`. */
  readonly engine: 'embedded' | 'postgres';
  /** Bound to the running transaction when called inside one, from wherever; else one pooled connection per statement. */
  readonly kysely: Kysely<Record<string, Record<string, unknown>>>;
  /**
   * The same query builder, seen with the tables of the caller.
   * @param check sees the text of every statement before it runs, and throws for one that must not
   * @param role role of the database that statements run as, on a server; whoever works beside it in the same transaction keeps their own
   * @param limits for statements of others
   */
  kyselyFor<DB>(check?: (sql: string) => void, role?: string, limits?: OthersLimits): Kysely<DB>;
  /**
   * For writes whose answer nobody looks at: inside a transaction they resolve at once, are sent in their order with its next statement, at
   * the latest with its COMMIT, and fail the whole transaction when they fail. Outside of one like `kyselyFor`.
   */
  lateKyselyFor<DB>(check?: (sql: string) => void, role?: string, limits?: OthersLimits): Kysely<DB>;
  /**
   * Runs `work` in one transaction; joins the running one. A joined part that throws dooms the whole, even when its
   * error is swallowed. No network call and no waiting for a person inside.
   * @throws AppError `core.database-unavailable`, `core.database-busy`, `core.database-full`, `core.commit-unknown`;
   * everything `work` throws; driver errors keep their SQLSTATE in `code`.
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  inTransaction(): boolean;
  /** Runs `hook` after the surrounding outermost transaction commits, dropped when it rolls back; at once when there is none. */
  afterCommit(hook: () => void | Promise<void>): void;
  /**
   * Tells all servers of this database that there is something to look for. Never inside a transaction: commits with a notice wait for each other.
   * A nudge: whoever is cut off at that moment does not hear it.
   */
  notify(channel: string): Promise<void>;
  /**
   * Hears `notify` of all servers, this one included, and once more whenever its connection is back. The embedded engine has one server: nothing is
   * heard there. @returns what ends it
   */
  listen(channel: string, heard: () => void): () => Promise<void>;
  /** Runs statements without parameters, several at once allowed; inside a transaction on its connection. */
  script(sql: string): Promise<void>;
  /**
   * Rows in batches of constant memory. Large results go through a temporary file first, so a slow reader holds neither
   * a connection nor a snapshot; leaving the loop early removes the file.
   */
  stream<Row>(query: StreamableQuery<Row>, batchRows?: number): AsyncIterableIterator<Row[]>;
  /**
   * Runs `work` free of the statement limit: migrations, export, import.
   * @param limitMs of a statement instead, on the embedded engine; default 0: none. PostgreSQL takes its limits by `set local`
   */
  patiently<T>(work: () => Promise<T>, limitMs?: number): Promise<T>;
  /** Call after DDL outside `runMigrations`: statements prepared before are not used again. */
  schemaChanged(): void;
  health(): Promise<DatabaseHealth>;
  stats(): Promise<DatabaseStats>;
  /** Asks nobody, so it answers however busy the database is. */
  readonly load: DatabaseLoad;
  /**
   * Embedded databases on a disk only: copies their files as of one moment into another data directory, which can be opened at once. Others wait as long as the
   * copying takes, a second or two for each gigabyte, and no time at all on a file system that shares what is the same.
   */
  readonly copyTo?: ((dataDir: string) => Promise<void>) | undefined;
  /** Memory databases only: their data directory as a tar, for `MemoryOptions.snapshot`. */
  snapshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The calendar alone: maintenance has its hour of the night. */
export type Clock = Pick<TwoClocks, 'now' | 'today'>;

export type { Log };
