import type { Log } from '../database.ts';
import type { Session } from '../pool/session.ts';

const OLDEST_VERSION = 150_000;

/** Settings without which a confirmed save may be lost or torn. */
const requiredSettings: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply', 'remote_write', 'local'],
  server_encoding: ['UTF8'],
};

export interface ServerFacts {
  readonly versionNumber: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly collation: string;
  /** `max_connections` less those that are kept for the server's administrator. */
  readonly maxConnections: number;
}

/** What is wrong with this server: `refusals` forbid running on it, `warnings` do not. */
export function judgeServer(facts: ServerFacts, poolSize: number): { refusals: string[]; warnings: string[] } {
  const refusals: string[] = [];
  if (facts.versionNumber < OLDEST_VERSION) {
    refusals.push(`PostgreSQL ${Math.floor(facts.versionNumber / 10_000)} is too old: 15 or later is needed`);
  }
  for (const [name, allowed] of Object.entries(requiredSettings)) {
    const value = facts.settings[name] ?? '';
    if (!allowed.includes(value)) refusals.push(`setting ${name} is "${value}" but must be "${allowed[0]}"`);
  }
  const warnings: string[] = [];
  if (!/^(C|POSIX|C\.utf-?8)$/i.test(facts.collation)) {
    warnings.push(`the database sorts by "${facts.collation}"; create it with LC_COLLATE 'C' to sort as the embedded engine does`);
  }
  // Not a refusal: a pooler in between admits more than the server.
  if (poolSize > facts.maxConnections) {
    warnings.push(`DATABASE_CONNECTIONS is ${poolSize}, but the server admits ${facts.maxConnections}: some callers will be refused when many come at once`);
  }
  return { refusals, warnings };
}

/**
 * Refuses a server that is too old or could lose confirmed work.
 * @returns the server's version text.
 */
export async function checkServer(session: Session, log: Log, poolSize: number): Promise<string> {
  const names = Object.keys(requiredSettings);
  const answer = await session.run({
    sql: `select current_setting('server_version_num')::int as version_number, current_setting('server_version') as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections,
      (select datcollate from pg_database where datname = current_database()) as collation,
      (select json_object_agg(name, setting) from pg_settings where name = any($1)) as settings`,
    parameters: [names],
  });
  const row = answer.rows[0] as { version_number: number; version: string; collation: string; settings: Record<string, string>; max_connections: number };
  const facts = { versionNumber: row.version_number, settings: row.settings, collation: row.collation, maxConnections: row.max_connections };
  const { refusals, warnings } = judgeServer(facts, poolSize);
  for (const warning of warnings) log.warn({}, warning);
  if (refusals.length > 0) throw new Error(`This PostgreSQL server cannot be used: ${refusals.join('; ')}.`);
  return row.version;
}
