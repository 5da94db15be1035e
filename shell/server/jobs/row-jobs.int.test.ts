import type { RowJob } from '@nephra/plugin-sdk/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../tests/support/cases/effort.ts';
import { openForSecondServer, silentLog } from '../../../tests/support/databases/test-database.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { Database } from '../db/index.ts';
import type { CoreTables } from '../tables/tables.ts';
import { JobRunner } from './job-runner.ts';
import { RowJobFollower } from './row-job-follower.ts';

const FIVE_MINUTES = 300_000;
const BY = { userId: 'user-admin', userName: 'Anne' };

let server: TestServer;
let secondDatabase: Database;
beforeAll(async () => {
  server = await startTestServer({ start: '2026-03-02T02:00:00Z' });
  secondDatabase = await openForSecondServer(server.database);
});
afterAll(async () => {
  if (secondDatabase !== server.database) await secondDatabase.close();
  await server.close();
});

/** Rows as the database of both servers has them. */
let rows: RowJob[] = [];
const ran: string[] = [];
const row = (name: string, over: Partial<RowJob> = {}): RowJob => ({
  name,
  title: { zh: name, zhtw: name, en: name },
  when: { cron: '*/5 * * * *' },
  revision: JSON.stringify(over.when ?? ''),
  run: async () => void ran.push(name),
  ...over,
});

const nodes: JobRunner[] = [];
function serverOf(node: string, database: Database = server.database, failed = (): void => undefined) {
  const jobs = new JobRunner({ ...server.server.core.parts, database, db: database.kyselyFor<CoreTables>(), node, failed });
  nodes.push(jobs);
  let plugin = true;
  const rowsOfPlugin = [{ pluginId: 'sim', value: { read: async () => rows } }];
  const follower = new RowJobFollower({ jobs, database, log: silentLog, sources: () => (plugin ? rowsOfPlugin : []) });
  const stopPlugin = async (): Promise<void> => {
    plugin = false;
    await jobs.remove('sim');
  };
  const startPlugin = (): void => {
    plugin = true;
  };
  return { jobs, follower, board: follower.board, stopPlugin, startPlugin };
}
const timesOf = (name: string) => ran.filter((one) => one === name).length;

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((jobs) => jobs.stop()));
  await server.db.deleteFrom('core.job_run').execute();
  await server.db.deleteFrom('core.job_lease').where('name', 'like', 'sim.%').execute();
  rows = [];
  ran.length = 0;
});

describe('jobs in rows', () => {
  it('come onto the timetable, are taken anew when they change, leave with their row, and come back with their plugin', async () => {
    const one = serverOf('one');
    rows = [row('a'), row('b', { when: 'demand' })];
    await one.follower.follow();
    expect((await one.jobs.known()).map(({ name, when }) => [name, when])).toEqual([
      ['sim.a', { cron: '*/5 * * * *' }],
      ['sim.b', 'demand'],
    ]);
    rows = [row('a', { when: { cron: '0 3 * * *' } })];
    await one.follower.follow();
    expect((await one.jobs.known()).map(({ when }) => when)).toEqual([{ cron: '0 3 * * *' }]);
    expect([...(await one.board.times()).keys()]).toEqual(['sim.a']);
    await one.stopPlugin();
    await one.follower.follow();
    expect(await one.jobs.known()).toEqual([]);
    one.startPlugin();
    await one.follower.follow();
    expect(one.jobs.has('sim.a')).toBe(true);
  });

  it('are read once what changed them is committed, and not when it was taken back', async () => {
    const one = serverOf('one');
    rows = [row('a')];
    const undone = server.database.transaction(async () => {
      one.board.changed();
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(one.jobs.has('sim.a')).toBe(false);
    await server.database.transaction(async () => one.board.changed());
    await expect.poll(() => one.jobs.has('sim.a')).toBe(true);
  });

  it('leave a run that is under way to its end, and keep its lease', async () => {
    const one = serverOf('one');
    let finish: () => void = () => undefined;
    let aborted = false;
    const began = new Promise<void>((started) => {
      rows = [
        row('a', {
          run: ({ signal }) => {
            started();
            signal.addEventListener('abort', () => {
              aborted = true;
            });
            return new Promise((resolve) => {
              finish = resolve;
            });
          },
        }),
      ];
    });
    await one.follower.follow();
    await one.board.start('sim.a', BY);
    await began;
    rows = [row('a', { when: 'demand' })];
    await one.follower.follow();
    expect(aborted).toBe(false);
    await expect(one.board.start('sim.a', BY)).rejects.toMatchObject({ key: 'core.job-running' });
    finish();
    await expect
      .poll(async () => (await one.board.runs('sim.a', {})).list.map(({ state, requestedName }) => [state, requestedName]))
      .toEqual([['done', 'Anne']]);
    await one.board.start('sim.a', BY);
    await expect.poll(() => timesOf('a')).toBe(1);
  });

  it('do not make up what passed before they were turned on', async () => {
    const one = serverOf('one');
    rows = [row('a')];
    await one.follower.follow();
    await one.jobs.runIfDue('sim.a');
    server.time.advance(10 * FIVE_MINUTES);
    rows = [row('a', { since: server.server.core.parts.clock.steady(), revision: 'on again' })];
    await one.follower.follow();
    expect(await one.jobs.runIfDue('sim.a')).toBe(false);
    server.time.advance(FIVE_MINUTES);
    expect(await one.jobs.runIfDue('sim.a')).toBe(true);
  });

  it('tell why a timetable cannot be taken, and start no job in code', async () => {
    const one = serverOf('one');
    expect(['0 3 * * *', '0 3 30 2 *', '*/5', '0 0 3 * * ?'].map((cron) => one.board.cronProblem(cron))).toEqual([
      undefined,
      'never',
      'unreadable',
      'unreadable',
    ]);
    one.jobs.add({ name: 'core.x', owner: 'core', when: 'demand', run: async () => undefined });
    await expect(one.board.start('core.x', BY)).rejects.toMatchObject({ key: 'core.job-unknown' });
  });

  it('a list that is none, or too long, changes nothing: what is known goes on', async () => {
    const one = serverOf('one');
    rows = [row('a')];
    await one.follower.follow();
    const wrong: readonly unknown[] = [
      Array.from({ length: 2_001 }, (_, at) => row(`b${at}`)),
      [row('a'), { ...row('b'), title: 'no title' }],
      [row('x'.repeat(20_000))],
      [{ ...row('b'), run: 'soon' }],
      [null],
      'none',
    ];
    for (const given of wrong) {
      rows = given as RowJob[];
      await one.follower.follow();
      expect((await one.jobs.known()).map(({ name }) => name)).toEqual(['sim.a']);
    }
  });

  it('no slot of a task is run twice by two servers, and none is missed; what both were away for is made up once', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `task-${at}`);
    rows = names.map((name) => row(name));
    const servers = [serverOf('one'), serverOf('two', secondDatabase)];
    await Promise.all(servers.map(({ follower }) => follower.follow()));
    const lookAtAll = () => Promise.all(servers.flatMap(({ jobs }) => names.map((name) => jobs.runIfDue(`sim.${name}`))));
    await lookAtAll();
    expect(ran).toEqual([]);
    const rounds = effort('slots of tasks on two servers', 60, 1_000) / names.length;
    for (let round = 1; round <= rounds; round += 1) {
      server.time.advance(FIVE_MINUTES);
      await lookAtAll();
      await lookAtAll();
      expect(names.map(timesOf)).toEqual(names.map(() => round));
    }
    server.time.advance(7 * FIVE_MINUTES);
    await lookAtAll();
    await lookAtAll();
    expect(names.map(timesOf)).toEqual(names.map(() => rounds + 1));
    // Both servers take their part, or the proof says nothing.
    if (secondDatabase !== server.database)
      expect(new Set((await server.db.selectFrom('core.job_run').select('node').execute()).map(({ node }) => node)).size).toBe(2);
  }, 300_000);
});
