import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseOptions } from '../../shell/server/db/index.ts';
import { bundleForNode } from '../support/processes/bundle-for-node.ts';
import { startChild, type TalkingChild } from '../support/processes/child-process.ts';
import { shareOf } from '../support/cases/effort.ts';
import { type PostgresServer, startPostgres } from '../support/databases/postgres-server.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';
import { emptySnapshotFile } from '../support/databases/test-database.ts';
import type { EndlessTold } from './apps/endless-app.ts';
import type { LedgerState } from './apps/ledger-app.ts';

/** Moments of the long run, and how many of them one run takes. */
const ROUNDS = Array.from({ length: 100 }, (_, at) => at + 1);
const ROUNDS_OF_A_RUN = 3;
/** How long a first start is on its way when it is killed; the last ones may come too late. */
const FIRST_START_MS = [0, 100, 300, 600, 1_000, 1_500, 2_200];
const FIRST_STARTS_OF_A_RUN = 2;
const FIRST_START_ROWS = 2_000;

/** Different moments of a round: from right after the start to well into the load, and anywhere within a statement. */
const acksBeforeKill = (round: number): number => (round * 13) % 75;
const pauseBeforeKillMs = (round: number): number => (round * 7) % 25;
const PATIENCE_MS = 300_000;
const MAX_MS_PER_KILL = 45_000;

let bundle: string;
let folder: string;
let baseSnapshot: string;
const children: TalkingChild[] = [];

const start = (database: DatabaseOptions, role: string, round = 0): TalkingChild => {
  const child = startChild(join(bundle, 'ledger-app.mjs'), { database, role, round });
  children.push(child);
  return child;
};
const stateOf = async (child: TalkingChild): Promise<LedgerState> => JSON.parse(await child.line('state ')) as LedgerState;
const acknowledged = (child: TalkingChild): number[] => child.lines.flatMap((line) => (line.startsWith('ack ') ? [Number(line.slice(4))] : []));

function expectSound(state: LedgerState, acks: ReadonlySet<number>): void {
  const saved = new Set(state.ids);
  expect([...acks].filter((id) => !saved.has(id))).toEqual([]);
  expect(state).toMatchObject({ unequal: 0, indexGap: 0 });
}

/** Kills the application under load at each of these moments; each next start must find every confirmed transaction. */
async function killUnderLoad(database: DatabaseOptions, rounds: readonly number[]): Promise<number> {
  const acks = new Set<number>();
  for (const round of rounds) {
    const child = start(database, 'write', round);
    expectSound(await stateOf(child), acks);
    await child.many('ack ', acksBeforeKill(round));
    // waits: the moment of death is the point, and any is right
    await pause(pauseBeforeKillMs(round));
    await child.kill();
    for (const id of acknowledged(child)) acks.add(id);
  }
  const last = start(database, 'hold');
  expectSound(await stateOf(last), acks);
  await last.kill();
  return acks.size;
}

beforeAll(async () => {
  bundle = await bundleForNode({ 'ledger-app': 'tests/faults/apps/ledger-app.ts', 'endless-app': 'tests/faults/apps/endless-app.ts' });
  baseSnapshot = await emptySnapshotFile();
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
beforeEach(() => {
  folder = quickFolder('nephra-faults-');
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe('the embedded database and SIGKILL', () => {
  const rounds = shareOf('kills of the embedded database under load', ROUNDS, ROUNDS_OF_A_RUN);
  const database = (): DatabaseOptions => ({ kind: 'embedded', dataDir: join(folder, 'data'), baseSnapshot });

  test(
    `no confirmed transaction is lost in ${rounds.length} kills under load`,
    async () => {
      expect(await killUnderLoad(database(), rounds)).toBeGreaterThan(rounds.length * 10);
    },
    PATIENCE_MS + MAX_MS_PER_KILL * rounds.length,
  );

  test('a first start killed at any moment leaves nothing half-made', async () => {
    for (const delay of shareOf('first starts that are killed', FIRST_START_MS, FIRST_STARTS_OF_A_RUN)) {
      const killed = start(database(), 'first-start');
      await killed.line('building');
      // waits: the moment of death is the point; one that had finished before is as good
      await pause(delay);
      await killed.kill();
      if (killed.lines.some((line) => line.startsWith('state '))) break;
    }
    const normal = start(database(), 'first-start');
    const state = await stateOf(normal);
    expect(await normal.exited()).toBe(0);
    expect(state).toMatchObject({ unequal: 0, indexGap: 0 });
    expect(state.ids).toHaveLength(FIRST_START_ROWS);
    expect(readdirSync(join(folder, 'data'))).toEqual(['db']);
  });

  test('statements without end are ended by themselves, and migrations that fill the disk: nothing of them stays, others work on, the engine as well', async () => {
    const child = startChild(join(bundle, 'endless-app.mjs'), { database: { ...database(), maintenance: false, limits: { statementMs: 1_500 } } });
    children.push(child);
    const told = JSON.parse(await child.line('told ')) as EndlessTold;
    const slow = 'core.database-slow';
    expect(told.ends).toEqual({ loop: slow, rows: slow, recursion: slow, caught: slow });
    expect(told.others).toEqual({ alone: 'answered', statement: 'held', stream: 'held', transaction: 'held', givenUp: 'given up' });
    expect(told.late.filter((end) => end !== 'answered' && end !== slow)).toEqual([]);
    expect(told.migration).toMatchObject({ filling: expect.stringContaining('filled more of the disk'), smaller: 1, inCommit: slow });
    expect(told.rows).toEqual({ others: 108, ended: 0 });
    expect(told.restarts).toBe(0);
    expect(await child.exited()).toBe(0);
  });

  test('of two processes on one directory the second is refused with the pid of the first, until that one is gone', async () => {
    mkdirSync(join(folder, 'data'));
    const first = start(database(), 'hold');
    await stateOf(first);
    const second = start(database(), 'hold');
    expect(await second.exited()).toBe(1);
    expect(second.errors()).toContain(`in use by process ${first.pid}`);
    await first.kill();
    const third = start(database(), 'hold');
    expectSound(await stateOf(third), new Set());
  });
});

const server: PostgresServer | string = await startPostgres();
if (typeof server === 'string') console.info(`PostgreSQL fault tests are left out: ${server}`);

describe.skipIf(typeof server === 'string')('PostgreSQL and SIGKILL', () => {
  const running = server as PostgresServer;
  const rounds = shareOf('kills of an application on PostgreSQL under load', ROUNDS, ROUNDS_OF_A_RUN);
  const database: DatabaseOptions = { kind: 'postgres', url: running.url };
  afterAll(async () => await running.stop());

  test(
    `no confirmed transaction is lost when the application is killed ${rounds.length} times under load`,
    async () => {
      expect(await killUnderLoad(database, rounds)).toBeGreaterThan(rounds.length * 10);
    },
    PATIENCE_MS + MAX_MS_PER_KILL * rounds.length,
  );

  test(
    'nor when the server is killed; the application goes on by itself once it is back',
    async () => {
      const acks = new Set<number>();
      const child = start(database, 'write', 900);
      await stateOf(child);
      for (let round = 1; round <= 5; round += 1) {
        await child.many('ack ', acknowledged(child).length + 50);
        await running.crash();
      }
      await child.many('ack ', acknowledged(child).length + 50);
      await child.kill();
      for (const id of acknowledged(child)) acks.add(id);
      const last = start(database, 'hold');
      expectSound(await stateOf(last), acks);
    },
    PATIENCE_MS,
  );
});
