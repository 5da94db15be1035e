import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { clientHash } from '../../shell/server/auth/password/password-hash.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../shell/server/db/index.ts';
import { postgresMissing } from '../../tools/test/machine.mjs';
import { copyDemo } from './demo-template.ts';
import { seedOfRun, shareOf } from './cases/effort.ts';
import { DEMO_DATABASE, startPostgresWithDemo } from './databases/move-to-postgres.ts';
import { quickFolder } from './processes/quick-folder.ts';
import { type RunningSystem, startSystem } from './processes/running-system.ts';
import { silentLog } from './silent-log.ts';

export type Engine = 'embedded' | 'postgres';

/** Engines that a fault test may run on: those of this machine, or the one that NEPHRA_TEST_DATABASE names. */
const wantedEngines: readonly Engine[] =
  process.env.NEPHRA_TEST_DATABASE === 'postgres' || process.env.NEPHRA_TEST_DATABASE === 'embedded'
    ? [process.env.NEPHRA_TEST_DATABASE]
    : postgresMissing()
      ? ['embedded']
      : ['embedded', 'postgres'];

/**
 * What a test of this run proves, and on which engines: all moments on all of them in the long run, else so many moments on one.
 * @param turn of tests with different turns one has the embedded database and one has PostgreSQL in the same run
 */
export function killsOfRun(what: string, { all, count, turn }: { all: number; count: number; turn: number }): { engine: Engine; rounds: readonly number[] }[] {
  const rounds = Array.from({ length: all }, (_, round) => round);
  const engines = shareOf(`${what}: engines`, wantedEngines, 1, seedOfRun + turn);
  // Each engine in its turn goes through all rounds.
  return engines.map((engine) => ({ engine, rounds: shareOf(`${what}: kills, ${engine}`, rounds, count, Math.floor(seedOfRun / wantedEngines.length)) }));
}

/** The built product over demo data, to be killed and started again; one database at a time. */
export interface DemoHospital {
  /** Throws away what there is and begins with the untouched demo data; no system may run. */
  newDay(): Promise<void>;
  start(): Promise<RunningSystem>;
  /** The database between two starts; close it. */
  open(): Promise<Database>;
  /** Ends the database server with SIGKILL as well; it comes back by itself. False where the database lives in the system's own process. */
  crashDatabase(): boolean;
  close(): Promise<void>;
}

const ROOMY = { RATE_PER_MINUTE: '1000000', LOGIN_FAILURES_PER_ADDRESS: '10000' };

function embeddedHospital(folder: string): DemoHospital {
  const dataDir = path.join(folder, 'day');
  return {
    newDay: () => copyDemo(dataDir),
    start: () => startSystem({ dataDir, env: ROOMY, shortLived: true }),
    open: () => openDatabase({ kind: 'embedded', dataDir }, silentLog),
    crashDatabase: () => false,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresHospital(folder: string): Promise<DemoHospital | string> {
  const server = await startPostgresWithDemo();
  if (typeof server === 'string') return server;
  const administrate = async (...statements: string[]): Promise<void> => {
    const db = await openDatabase({ kind: 'postgres', url: server.url, poolSize: 1 }, silentLog);
    try {
      for (const statement of statements) await db.script(statement);
    } finally {
      await db.close();
    }
  };
  const day: DatabaseOptions = { kind: 'postgres', url: server.urlOf('day') };
  const dataDir = path.join(folder, 'files');
  let crashed = false;
  let crash: Promise<void> | undefined;
  /** After a crash the server reads its log first; a system that starts meanwhile would give up. */
  const recovered = async (): Promise<void> => {
    await crash;
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
      await administrate('drop database if exists day with (force)', `create database day template ${DEMO_DATABASE}`);
    },
    start: async () => {
      await recovered();
      return await startSystem({ demo: false, dataDir, env: { ...ROOMY, DATABASE_URL: day.url }, shortLived: true });
    },
    open: async () => {
      await recovered();
      return await openDatabase(day, silentLog);
    },
    crashDatabase: () => {
      crashed = true;
      crash = server.crash();
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
  const folder = quickFolder('nephra-day-');
  return engine === 'embedded' ? embeddedHospital(folder) : await postgresHospital(folder);
}

/** A signed-in demo account of a running system, which makes calls the way the pages do. */
export interface Caller {
  /** Rejects when the server dies before it answers, or when the caller hangs up by `signal`. */
  call<T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, key?: string, signal?: AbortSignal): Promise<Envelope<T>>;
}

export async function signIn(system: RunningSystem, account: string): Promise<Caller> {
  const form = new URLSearchParams({ account, password: clientHash('Demo2026') });
  const signed = await fetch(`${system.url}/api/oauth/Login`, { method: 'POST', body: form });
  const { token } = ((await signed.json()) as Envelope<{ token: string }>).data;
  return {
    call: async <T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, key?: string, signal?: AbortSignal) => {
      const headers = {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      };
      const answer = await fetch(system.url + url, {
        method,
        headers,
        ...(signal && { signal }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as Envelope<T>;
    },
  };
}
