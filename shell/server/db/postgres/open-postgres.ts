import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Log, PostgresOptions } from '../database.ts';
import { limitsWithDefaults, PooledDatabase } from '../pooled-database.ts';
import { isConnectionLost } from '../database-error.ts';
import { SEARCH_SETTINGS } from '../queries/search-settings.ts';
import { NoticeConnection } from './notice-connection.ts';
import { checkServer } from './server-checks.ts';

const SERVER_WAIT_MS = 15_000;
const SERVER_PAUSE_MS = 500;

export async function openPostgres(options: PostgresOptions, log: Log): Promise<Database> {
  const limits = limitsWithDefaults(options.limits);
  const timeZone = options.timeZone ?? 'Asia/Shanghai';
  const poolSize = options.poolSize ?? 10;
  let serverVersion = '';
  // Compiling a plan takes longer than any of our statements runs; a list over twenty facilities waited half a second for it.
  const settings = { TimeZone: timeZone, search_path: 'public', jit: 'off', ...SEARCH_SETTINGS };
  const notices = new NoticeConnection({ connectionString: options.url, keepAlive: true, application_name: 'nephra notices' }, log);
  const database = new PooledDatabase(
    {
      connectionString: options.url,
      statement_timeout: limits.statementMs,
      // A node that dies or hangs inside a transaction must not hold its locks.
      idle_in_transaction_session_timeout: limits.transactionMs,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      keepAlive: true,
      idleTimeoutMillis: 60_000,
      application_name: 'nephra',
    },
    { size: poolSize, readShare: options.readShare },
    limits,
    options.namedStatements ?? true,
    {
      engine: 'postgres',
      serverVersion: () => serverVersion,
      trouble: () => '',
      beforeWrite: () => {},
      restarts: () => 0,
      counters: () => ({ checkpoints: 0, vacuums: 0 }),
      snapshot: () => Promise.reject(new Error('snapshots are made of memory databases only')),
      // Work that may take long says `set local statement_timeout` itself: the server keeps the limit here.
      patiently: (work) => work(),
      listen: (channel, heard) => notices.listen(channel, heard),
      close: async () => {},
    },
    log,
  );
  try {
    serverVersion = await whenServerAnswers(log, () => database.pool.use((session) => checkServer(session, log, poolSize)));
    return database;
  } catch (error) {
    await database.close();
    // At start the administrator needs the server's own words, not the refusal that users would see.
    throw isConnectionLost(error) && error instanceof Error && error.cause instanceof Error
      ? new Error(`The PostgreSQL server cannot be reached: ${error.cause.message}`, { cause: error.cause })
      : error;
  }
}

/** Server and product are often started together: give the server a moment to come up. */
async function whenServerAnswers<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (const began = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() - began > SERVER_WAIT_MS) throw error;
      log.warn({ reason: String(error instanceof Error ? error.cause : error) }, 'the PostgreSQL server does not answer yet; trying again');
      await pause(SERVER_PAUSE_MS);
    }
  }
}
