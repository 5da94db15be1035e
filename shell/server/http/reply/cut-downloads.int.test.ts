import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { cutCases } from '../../../../tests/support/faults/cut-cases.ts';
import { ended, openPort, openSocket, written } from '../../../../tests/support/faults/cut-call.ts';
import { wideExport } from '../../../../tests/support/rows-to-export.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';

const ROWS = 6_000;
const URL = '/api/wide/export';
const OFFER = '/api/wide/offer';

describe(`downloads that are cut off, on ${testEngine}`, () => {
  let server: TestServer;
  let cashier: TestClient;
  let place: string;
  let usualPlace: string | undefined;
  let port: number;
  beforeAll(async () => {
    // A place of its own: other test files stream at the same time.
    place = mkdtempSync(path.join(tmpdir(), 'nephra-cut-'));
    usualPlace = process.env.TMPDIR;
    process.env.TMPDIR = place;
    server = await startTestServer({ inline: [wideExport(ROWS)], config: { heavyCalls: 2 } });
    cashier = await server.signIn('cashier');
    port = await openPort(server);
  });
  afterAll(async () => {
    await server.close();
    if (usualPlace === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualPlace;
    rmSync(place, { recursive: true, force: true });
  });

  const spooled = (): string[] => readdirSync(place).filter((name) => name.startsWith('nephra-rows-'));
  const connectionsAtWork = async (): Promise<number> => {
    const { connections } = await server.database.stats();
    return connections.total - connections.idle + connections.waiting;
  };
  const ask = (url: string) => `GET ${url} HTTP/1.1\r\nHost: nephra.test\r\nAuthorization: `;

  /** Asks for the file and hangs up: at once, after some turns of the event loop, or after some bytes. */
  const cut = async ({ bytes, turns }: { bytes: number; turns: number }, url = URL): Promise<void> => {
    const socket = await openSocket(port);
    let seen = 0;
    const enough = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        seen += chunk.length;
        if (bytes > 0 && seen >= bytes) resolve();
      });
      socket.once('close', () => resolve());
    });
    await written(socket, `${ask(url)}${cashier.token}\r\n\r\n`);
    if (bytes > 0) await enough;
    else for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    socket.destroy();
    await ended(socket);
  };

  it('leave no file, no connection of the database and no place behind', async () => {
    const moments = fc.record({ bytes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 })), turns: fc.nat(40) });
    await fc.assert(
      fc.asyncProperty(fc.array(moments, { minLength: 3, maxLength: 6 }), async (calls) => {
        await Promise.all(calls.map((call) => cut(call)));
        await expect.poll(spooled).toEqual([]);
        await expect.poll(connectionsAtWork).toBe(0);
      }),
      { numRuns: cutCases(5) },
    );
    const whole = await cashier.raw({ method: 'GET', url: URL });
    const [sheet] = await readXlsx(whole.rawPayload);
    expect(sheet?.rows).toHaveLength(ROWS + 1);
  });

  it.skipIf(testEngine === 'embedded')('whose database connection breaks while they are read give it back', async () => {
    const reading = cashier.raw({ method: 'GET', url: URL });
    const victims = async (): Promise<number> => {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%string_agg%' and state <> 'idle'`.execute(server.db);
      return rows.length;
    };
    await expect.poll(victims, { interval: 1 }).toBeGreaterThan(0);
    expect((await reading).statusCode).not.toBe(200);
    await expect.poll(connectionsAtWork).toBe(0);
    await expect.poll(spooled).toEqual([]);
    expect((await cashier.raw({ method: 'GET', url: URL })).statusCode).toBe(200);
  });

  it('that are made to be fetched later leave nothing either, whenever the caller goes', async () => {
    const onDisk = (): string[] =>
      readdirSync(path.join(server.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name);
    const moments = fc.record({ bytes: fc.constant(0), turns: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(fc.array(moments, { minLength: 3, maxLength: 6 }), async (calls) => {
        await Promise.all(calls.map((call) => cut(call, OFFER)));
        await expect.poll(connectionsAtWork).toBe(0);
        await expect.poll(spooled).toEqual([]);
      }),
      { numRuns: cutCases(5) },
    );
    const { url } = (await cashier.get<{ url: string }>(OFFER)).data;
    const [sheet] = await readXlsx((await server.nobody.raw({ method: 'GET', url })).rawPayload);
    expect(sheet?.rows).toHaveLength(ROWS + 1);
    // What was finished in the last moment waits for nobody and goes with the old ones.
    server.time.advance(16 * 60_000);
    await server.server.core.offered.forgetOld();
    await expect.poll(onDisk).toEqual([]);
  });
});
