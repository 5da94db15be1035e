import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { postgresMissing } from '../../../tools/test/machine.mjs';
import { SHORT_LIVED } from '../short-lived.mjs';
import { copyDemo, demoDataDir } from '../demo-template.ts';
import { binaries, versionOf } from './postgres-clusters.mjs';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { keptTemplate } from './template-cache.ts';

function database(command: 'export' | 'import', file: string, env: Record<string, string>): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, 'tools/start/database.mjs', command, file], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stdout}\n${stderr}`);
}

/** File of the whole demo database, kept as long as the demo is the same. */
async function exportedDemo(): Promise<string> {
  const name = `${path.basename(await demoDataDir())}.nephra`;
  return await keptTemplate(name, async (unfinished) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nephra-move-'));
    try {
      const dataDir = path.join(folder, 'data');
      await copyDemo(dataDir);
      database('export', unfinished, { DATA_DIR: dataDir, DATABASE_URL: '' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Name of the database that holds the demo. */
export const DEMO_DATABASE = 'demo';

/** Data folder of a server with the demo in a database of its own, made once for all tests that want one. */
async function demoCluster(): Promise<string> {
  const bin = binaries();
  const program = createHash('sha256').update(readFileSync('.build/server/database.mjs')).digest('hex').slice(0, 8);
  const file = await exportedDemo();
  return await keptTemplate(`${path.basename(file)}.${program}.${bin ? versionOf(bin) : ''}.cluster`, async (unfinished) => {
    const server = await startPostgres({ into: unfinished });
    if (typeof server === 'string') throw new Error(server);
    try {
      // The journeys' runner loads this file, too, and nothing of the product.
      const client = new Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database ${DEMO_DATABASE} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`).finally(() => client.end());
      database('import', file, { DATABASE_URL: server.urlOf(DEMO_DATABASE) });
    } finally {
      await server.stop();
    }
  });
}

/**
 * Starts a PostgreSQL that has the demo in its database `DEMO_DATABASE`, brought there the way a hospital moves from the embedded one: export,
 * import. Demo data come to PostgreSQL by no other way.
 * @returns the reason, as a sentence, when this machine has none
 */
export async function startPostgresWithDemo(): Promise<PostgresServer | string> {
  return postgresMissing() || (await startPostgres({ from: await demoCluster() }));
}
