import { Client } from 'pg';
import type { PostgresServer } from './postgres-server.ts';

/** Used by the templates of some four branches. */
const KEPT_TEMPLATES = 40;

async function administrate<T>(server: PostgresServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const namesIn = async (client: Client, rest: string): Promise<string[]> =>
  (await client.query<{ datname: string }>(`select datname from pg_database where ${rest}`)).rows.map(({ datname }) => datname);

/** The templates that a server holds, to see at its end whether some were added. */
export const templatesOf = (server: PostgresServer): Promise<string[]> =>
  administrate(server, (client) => namesIn(client, `datname like 'template\\_%' order by datname`));

/** Drops all that the next run must not find: databases of tests, unfinished templates, and those that were not used for the longest time. */
export const tidyTemplates = (server: PostgresServer, kept = KEPT_TEMPLATES): Promise<void> =>
  administrate(server, async (client) => {
    const left = await namesIn(client, `datname like 'test\\_%' or datname like 'template\\_%\\_unfinished'`);
    const used = await namesIn(client, `datname like 'template\\_%' order by shobj_description(oid, 'pg_database') desc nulls last`);
    for (const name of [...left, ...used.slice(kept)]) await client.query(`drop database if exists ${name} with (force)`);
  });
