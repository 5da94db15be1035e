import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../tests/support/databases/postgres-server.ts';
import { silentLog, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { clockFrom } from '../../core/clock/clock.ts';
import { coreMigrations } from '../../core/core-migrations.ts';
import type { CoreTables } from '../../tables/tables.ts';
import { type Database, openDatabase } from '../../db/index.ts';
import { runMigrations } from '../../db/migrations.ts';
import { IdempotencyLedger, keptOf } from './idempotency.ts';

const SOCKET = '.s.PGSQL.5432';

/** Stands before a PostgreSQL server and loses one connection at its next COMMIT: before it arrived, or before its answer. */
class CommitCutter {
  cut: 'never' | 'before' | 'after' = 'never';
  readonly folder = mkdtempSync(path.join(tmpdir(), 'nephra-cut-'));
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer((client) => {
      const server = connect(target);
      const end = () => {
        client.destroy();
        server.destroy();
      };
      let committing = false;
      client.on('data', (bytes) => {
        const lost = this.cut !== 'never' && bytes.includes('commit\0') ? this.cut : 'never';
        if (lost !== 'never') this.cut = 'never';
        if (lost === 'before') return end();
        committing = lost === 'after';
        server.write(bytes);
      });
      server.on('data', (bytes) => (committing ? end() : client.write(bytes)));
      for (const side of [client, server]) side.on('error', end).on('close', end);
    });
  }

  async listen(): Promise<void> {
    this.#server.listen(path.join(this.folder, SOCKET));
    await once(this.#server, 'listening');
  }

  close(): void {
    this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe.runIf(testEngine === 'postgres')('an answer that is lost at COMMIT', () => {
  let postgres: PostgresServer;
  let cutter: CommitCutter;
  let database: Database;
  beforeAll(async () => {
    const started = await startPostgres();
    if (typeof started === 'string') throw new Error(started);
    postgres = started;
    const home = decodeURIComponent(/host=([^&]+)/.exec(postgres.url)?.[1] ?? '');
    const socket = readdirSync(home).find((name) => /^\.s\.PGSQL\.\d+$/.test(name)) ?? SOCKET;
    cutter = new CommitCutter(path.join(home, socket));
    await cutter.listen();
    database = await openDatabase({ kind: 'postgres', url: `postgres://postgres@/postgres?host=${encodeURIComponent(cutter.folder)}` }, silentLog);
    await runMigrations(database, [coreMigrations]);
    await database.script('create table received (id text)');
  });
  afterAll(async () => {
    await database?.close();
    cutter?.close();
    await postgres?.stop();
  });

  it.each(['before', 'after'] as const)('%s it arrived: pressed again with the same key, the goods are received once', async (cut) => {
    const db = database.kyselyFor<CoreTables>();
    const ledger = new IdempotencyLedger(
      database,
      clockFrom(() => new Date('2026-03-02T02:00:00Z')),
    );
    const act = { userId: 'u1', key: `receive-${cut}`, route: 'POST /api/his/pharmacy/receipt', bodyHash: 'h' };
    let done = 0;
    const receive = () =>
      database.transaction(async () => {
        const earlier = await ledger.claim(act);
        if (earlier) return earlier.msg;
        done += 1;
        await database.script(`insert into received values ('${cut}')`);
        await ledger.keep(keptOf(act, { data: null, msg: 'received' }));
        return 'received';
      });
    cutter.cut = cut;
    await expect(receive()).rejects.toMatchObject({ key: 'core.commit-unknown' });
    expect(await receive()).toBe('received');
    expect(await receive()).toBe('received');
    const { rows } = await sql<{ n: string }>`select count(*)::text as n from received where id = ${cut}`.execute(db);
    expect([rows[0]?.n, done]).toEqual(['1', cut === 'before' ? 2 : 1]);
  });
});
