import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { afterAll } from 'vitest';
import { clientHash } from '../../shell/server/auth/password-hash.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../shell/server/db/index.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import { startPostgres } from './postgres-server.ts';
import { type RunningSystem, startSystem } from './running-system.ts';
import { silentLog } from './test-database.ts';

export type Engine = 'embedded' | 'postgres';

/** Engines a fault test runs on: both, or the one that NEPHRA_TEST_DATABASE names. */
export const wantedEngines: readonly Engine[] =
  process.env.NEPHRA_TEST_DATABASE === 'postgres' || process.env.NEPHRA_TEST_DATABASE === 'embedded'
    ? [process.env.NEPHRA_TEST_DATABASE]
    : ['embedded', 'postgres'];

/** The built product over demo data, to be killed and started again; one database at a time. */
export interface DemoHospital {
  /** Throws away what there is and begins with the untouched demo data; no system may run. */
  newDay(): void | Promise<void>;
  start(): Promise<RunningSystem>;
  /** The database between two starts; close it. */
  open(): Promise<Database>;
  /** Ends the database server with SIGKILL as well; it comes back by itself. False where the database lives in the system's own process. */
  crashDatabase(): boolean;
  close(): Promise<void>;
}

const ROOMY = { RATE_PER_MINUTE: '1000000', LOGIN_FAILURES_PER_ADDRESS: '10000' };

let untouched: Promise<string> | undefined;

/** Starts the demo once per test file, so that each day is a copy of it. @returns the folder of its data */
function untouchedDemo(): Promise<string> {
  untouched ??= (async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nephra-demo-'));
    const system = await startSystem({ dataDir: folder });
    await system.stop();
    return folder;
  })();
  return untouched;
}
afterAll(async () => {
  if (untouched) rmSync(await untouched, { recursive: true, force: true });
});

function embeddedHospital(folder: string, fresh: string): DemoHospital {
  const dataDir = path.join(folder, 'day');
  return {
    newDay: () => {
      rmSync(dataDir, { recursive: true, force: true });
      cpSync(fresh, dataDir, { recursive: true });
    },
    start: () => startSystem({ dataDir, env: ROOMY }),
    open: () => openDatabase({ kind: 'embedded', dataDir }, silentLog),
    crashDatabase: () => false,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresHospital(folder: string, fresh: string): Promise<DemoHospital | string> {
  const server = await startPostgres();
  if (typeof server === 'string') return server;
  const administrate = async (...statements: string[]): Promise<void> => {
    const db = await openDatabase({ kind: 'postgres', url: server.url, poolSize: 1 }, silentLog);
    try {
      for (const statement of statements) await db.script(statement);
    } finally {
      await db.close();
    }
  };
  await administrate("create database demo template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'");
  moveToPostgres(fresh, server.urlOf('demo'));
  const day: DatabaseOptions = { kind: 'postgres', url: server.urlOf('day') };
  const dataDir = path.join(folder, 'files');
  let crashed = false;
  /** After a crash the server reads its log first; a system that starts meanwhile would give up. */
  const recovered = async (): Promise<void> => {
    for (let tries = 0; crashed && tries < 600; tries += 1) {
      await administrate('select 1').then(
        () => {
          crashed = false;
        },
        () => pause(50),
      );
    }
  };
  return {
    newDay: async () => {
      await recovered();
      await administrate('drop database if exists day with (force)', 'create database day template demo');
    },
    start: async () => {
      await recovered();
      return await startSystem({ demo: false, dataDir, env: { ...ROOMY, DATABASE_URL: day.url } });
    },
    open: async () => {
      await recovered();
      return await openDatabase(day, silentLog);
    },
    crashDatabase: () => {
      crashed = true;
      server.crash();
      return true;
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the reason, as a sentence, when this machine lacks the engine. */
export async function openDemoHospital(engine: Engine): Promise<DemoHospital | string> {
  const fresh = await untouchedDemo();
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-day-'));
  return engine === 'embedded' ? embeddedHospital(folder, fresh) : await postgresHospital(folder, fresh);
}

/** A signed-in demo account of a running system, which makes calls the way the pages do. */
export interface Caller {
  /** Rejects when the server dies before it answers. */
  call<T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, key?: string): Promise<Envelope<T>>;
}

export async function signIn(system: RunningSystem, account: string): Promise<Caller> {
  const form = new URLSearchParams({ account, password: clientHash('Demo2026') });
  const signed = await fetch(`${system.url}/api/oauth/Login`, { method: 'POST', body: form });
  const { token } = ((await signed.json()) as Envelope<{ token: string }>).data;
  return {
    call: async <T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, key?: string) => {
      const headers = {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      };
      const answer = await fetch(system.url + url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      return (await answer.json()) as Envelope<T>;
    },
  };
}
