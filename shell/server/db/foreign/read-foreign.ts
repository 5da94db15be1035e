import type { Socket } from 'node:net';
import {
  ForeignDatabaseError,
  type ForeignDatabase,
  type ForeignFailure,
  type ForeignLimits,
  type ForeignReader,
  type ForeignRow,
} from '@nephra/plugin-sdk/server';
import pg from 'pg';

const DEFAULTS = { connectMs: 8_000, statementMs: 15_000, maxBytes: 64 * 1024 * 1024 } as const;
/** What we wait longer than the server is told to: it should be the one to say so. */
const GRACE_MS = 1_000;
const MAX_SAID = 200;
/** The session looks nowhere by itself: every name says its schema. */
const SETTINGS = { default_transaction_read_only: 'on', DateStyle: 'ISO', IntervalStyle: 'iso_8601', bytea_output: 'hex', extra_float_digits: '1' } as const;

const asText = (value: string): string => value;

/** SQLSTATE → what it means to whoever set the source up. */
const STATES: readonly (readonly [pattern: RegExp, failure: ForeignFailure])[] = [
  [/^28/, 'password'],
  [/^3D000$/, 'database'],
  [/^57014$|^25P0[34]$/, 'timeout'],
  [/^42501$/, 'denied'],
  [/^42P01$|^42703$|^3F000$/, 'missing'],
  [/^08|^57P/, 'lost'],
];
const CODES: Readonly<Record<string, ForeignFailure>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
};

/** What to make of an error of driver or socket. */
export function foreignError(error: unknown, connected: boolean): ForeignDatabaseError {
  if (error instanceof ForeignDatabaseError) return error;
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string };
  const text = typeof code === 'string' ? code : '';
  const state = /^[0-9A-Z]{5}$/.test(text) && !(text in CODES) ? text : '';
  const said = message.slice(0, MAX_SAID);
  const known = state ? STATES.find(([pattern]) => pattern.test(state))?.[1] : CODES[text];
  // Whoever hangs up before a session stands does not speak our language.
  if (known === 'lost' && !connected && state === '') return new ForeignDatabaseError('protocol', state, said);
  if (known) return new ForeignDatabaseError(known, state, said);
  if (state) return new ForeignDatabaseError('statement', state, said);
  return new ForeignDatabaseError(connected ? 'lost' : 'protocol', '', said);
}

/**
 * One read-only transaction at a foreign PostgreSQL server.
 * @param open a socket that is not connected yet and knows where it may go
 * @throws ForeignDatabaseError
 */
export async function readForeign<T>(
  target: ForeignDatabase,
  open: () => Socket,
  work: (reader: ForeignReader) => Promise<T>,
  limits: ForeignLimits,
): Promise<T> {
  const { connectMs = DEFAULTS.connectMs, statementMs = DEFAULTS.statementMs, maxBytes = DEFAULTS.maxBytes, signal } = limits;
  const socket = open();
  // The first reason counts: what the driver says of a socket that we destroyed is only its echo.
  let ending: ForeignDatabaseError | undefined;
  const end = (failure: ForeignFailure, why: string): void => {
    ending ??= new ForeignDatabaseError(failure, '', why);
    socket.destroy(ending);
  };
  const settings = { ...SETTINGS, statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs * 4, TimeZone: 'Asia/Shanghai' };
  const client = new pg.Client({
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    // A function even for an empty one: the driver would look for another in the environment and in files of this computer.
    password: () => target.password,
    ssl: false,
    stream: () => socket,
    types: { getTypeParser: () => asText },
    application_name: 'nephra data',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // Late words of a session that nobody waits for any more; what matters rejects below.
  client.on('error', () => undefined);
  socket.on('error', () => undefined);
  let size = 0;
  socket.on('data', (part: Buffer) => {
    size += part.length;
    if (size > maxBytes) end('too-large', `more than ${maxBytes} bytes`);
  });
  const aborted = (): void => end('aborted', 'given up by the caller');
  let connected = false;
  const within = async <R>(ms: number, promise: Promise<R>): Promise<R> => {
    const limit = setTimeout(() => end('timeout', `no answer within ${ms} ms`), ms);
    try {
      return await promise;
    } catch (error) {
      throw ending ?? foreignError(error, connected);
    } finally {
      clearTimeout(limit);
    }
  };
  if (signal?.aborted) aborted();
  signal?.addEventListener('abort', aborted, { once: true });
  try {
    if (ending) throw ending;
    await within(connectMs, client.connect());
    connected = true;
    const run = (text: string, values: readonly (string | number | null)[] = []): Promise<readonly ForeignRow[]> =>
      within(statementMs + GRACE_MS, client.query({ text, values: [...values] })).then(({ rows }) => rows as ForeignRow[]);
    await run('begin transaction isolation level repeatable read read only');
    const result = await work({ rows: run });
    await run('rollback');
    return result;
  } finally {
    signal?.removeEventListener('abort', aborted);
    socket.destroy();
  }
}
