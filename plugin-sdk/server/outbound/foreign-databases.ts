/** One PostgreSQL server and database that is not ours. */
export interface ForeignDatabase {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** Times and sizes of one reading. Each has a default. */
export interface ForeignLimits {
  /** Until the session stands, password seen; 8,000 ms unless told. */
  readonly connectMs?: number;
  /** Of one statement, kept by both sides; 15,000 ms unless told. */
  readonly statementMs?: number;
  /** Bytes that the server may send in all; 64 MiB unless told. */
  readonly maxBytes?: number;
  /** Gives up. */
  readonly signal?: AbortSignal;
}

/** One row: every value is the text that the server wrote, or null. Exact numbers stay exact; instants are ISO texts in business time. */
export type ForeignRow = Readonly<Record<string, string | null>>;

/** A read-only transaction at a foreign server. */
export interface ForeignReader {
  /**
   * Names stand in `sql` through `quoteName` alone, values in `values`.
   * @throws ForeignDatabaseError
   */
  rows(sql: string, values?: readonly (string | number | null)[]): Promise<readonly ForeignRow[]>;
}

/**
 * - `not-allowed`: the list names no such host and port, or the name leads somewhere it must not
 * - `unknown-host`, `refused`: nobody answers there
 * - `timeout`: no session, or no answer to a statement, in time
 * - `password`: user or password are wrong, or this computer is not let in; `database`: there is none of this name
 * - `protocol`: what answers is no PostgreSQL, or wants another way of signing in (TLS, certificates)
 * - `denied`: the user may not read this; `missing`: there is no such table or column
 * - `lost`: cut off in between; `too-large`: more bytes than allowed; `aborted`: given up by the caller
 * - `statement`: the server refused the statement for another reason
 */
export type ForeignFailure =
  | 'not-allowed'
  | 'unknown-host'
  | 'refused'
  | 'timeout'
  | 'password'
  | 'database'
  | 'protocol'
  | 'denied'
  | 'missing'
  | 'lost'
  | 'too-large'
  | 'aborted'
  | 'statement';

/** Holds no password and no value of a row. */
export class ForeignDatabaseError extends Error {
  readonly failure: ForeignFailure;
  /** SQLSTATE where the server said one. */
  readonly state: string;
  constructor(failure: ForeignFailure, state: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ForeignDatabaseError';
    this.failure = failure;
    this.state = state;
  }
}

/** By name and not by class: a plugin's server half carries its own copy of this module, the host throws with another. */
export function isForeignDatabaseError(error: unknown): error is ForeignDatabaseError {
  return error instanceof Error && error.name === 'ForeignDatabaseError' && typeof (error as Partial<ForeignDatabaseError>).failure === 'string';
}

export interface ForeignDatabases {
  /** Whether the list names this host and port; where the name leads is seen when it is called. */
  allows(host: string, port: number): boolean;
  /**
   * Opens a session, runs `work` in one read-only transaction and ends the session. Refused inside a transaction of ours.
   * @throws ForeignDatabaseError; what `work` throws comes as it is
   */
  read<T>(target: ForeignDatabase, work: (reader: ForeignReader) => Promise<T>, limits?: ForeignLimits): Promise<T>;
}

/** A name as SQL takes it, whatever is in it. @throws RangeError for a NUL, which no name has */
export function quoteName(name: string): string {
  if (name === '' || name.includes('\0')) throw new RangeError('not a name');
  return `"${name.replaceAll('"', '""')}"`;
}
