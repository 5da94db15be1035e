import type { Database, Log, PostgresOptions } from '../database.ts';
import { limitsWithDefaults, PooledDatabase } from '../pooled-database.ts';
import { checkServer } from './server-checks.ts';

export async function openPostgres(options: PostgresOptions, log: Log): Promise<Database> {
  const limits = limitsWithDefaults(options.limits);
  const timeZone = options.timeZone ?? 'Asia/Shanghai';
  let serverVersion = '';
  const settings = { TimeZone: timeZone, search_path: 'public' };
  const database = new PooledDatabase(
    {
      connectionString: options.url,
      max: options.poolSize ?? 10,
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
      close: async () => {},
    },
    log,
  );
  try {
    serverVersion = await database.pool.use((session) => checkServer(session, log));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
