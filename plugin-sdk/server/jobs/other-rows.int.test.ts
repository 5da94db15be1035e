import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../shell/server/db/index.ts';
import { openTestDatabase, silentLog } from '../../../tests/support/databases/test-database.ts';
import type { ServerContext } from '../context.ts';
import { type LeasedWorkerOptions, leasedWorker } from './leased-worker.ts';
import { type LeaseClaim, workLeasedRow } from './row-lease.ts';

interface DayTables {
  'sample.day': { org: string; day: string; due: Date | null; done: number; lease_owner: string; lease_until: Date };
}
const LEASE_MS = 30_000;

let db: Database;
const time = { steady: new Date('2026-03-02T02:00:00Z') };
const own = () =>
  ({
    db: db.kyselyFor<DayTables>(),
    transaction: (work: () => Promise<unknown>) => db.transaction(work),
    clock: { now: () => time.steady, steady: () => time.steady },
    log: silentLog,
  }) as unknown as ServerContext<DayTables>;

beforeAll(async () => {
  db = await openTestDatabase([
    {
      plugin: 'sample',
      schema: 'sample',
      migrations: [
        {
          name: '0001-day',
          sql: `create table sample.day (org text not null, day text not null, due timestamptz, done integer not null default 0,
    lease_owner text not null default '', lease_until timestamptz not null default '2000-01-01', primary key (org, day));`,
        },
      ],
    },
  ]);
});
afterAll(() => db.close());

describe('rows of other tables', () => {
  const days: LeaseClaim = { table: 'sample.day', key: ['org', 'day'], due: 'due', order: 'due' };
  const rows = () => own().db.selectFrom('sample.day').selectAll().orderBy('org').orderBy('day').execute();
  const put = (org: string, day: string, due: Date | null) =>
    own()
      .db.insertInto('sample.day')
      .values({ org, day, due, done: 0, lease_owner: '', lease_until: new Date(0) })
      .execute();
  const worker = (run: LeasedWorkerOptions<DayTables>['run'], more: Partial<LeasedWorkerOptions<DayTables>> = {}) =>
    leasedWorker<DayTables>({ name: 'days', claim: days, run, leaseMs: LEASE_MS, every: () => () => undefined, ...more });
  const count = async (id: string) => {
    const [org = '', day = ''] = id.split('/');
    await own()
      .db.updateTable('sample.day')
      .set(({ eb }) => ({ done: eb('done', '+', 1), due: null }))
      .where('org', '=', org)
      .where('day', '=', day)
      .execute();
  };

  beforeEach(() => db.script('delete from sample.day'));

  it('may be named by several columns, are taken when they are due, and are free when the work is over', async () => {
    const later = new Date(time.steady.getTime() + 1_000);
    await put('a', '1', time.steady);
    await put('a', '2', later);
    await put('b', '1', null);
    const taken: string[] = [];
    const one = worker(async (_ctx, id, lease) => {
      taken.push(id);
      await lease.keep();
      await count(id);
    });
    expect(await one.takeUp(own())).toBe(1);
    await one.wake(own(), 'a/2');
    await one.wake(own(), 'b/1');
    expect([taken, (await rows()).map(({ done, lease_owner }) => [done, lease_owner])]).toEqual([
      ['a/1'],
      [
        [1, ''],
        [0, ''],
        [0, ''],
      ],
    ]);
    time.steady = later;
    expect(await one.takeUp(own())).toBe(1);
    expect(taken).toEqual(['a/1', 'a/2']);
  });

  it('are left alone once nobody wants the run any more', async () => {
    for (const day of ['1', '2', '3']) await put('a', day, time.steady);
    const control = new AbortController();
    const taken: string[] = [];
    const one = worker(async (_ctx, id) => {
      taken.push(id);
      control.abort();
      await count(id);
    });
    expect(await one.takeUp(own(), control.signal)).toBe(3);
    expect(taken).toEqual(['a/1']);
    expect((await rows()).map(({ lease_owner }) => lease_owner)).toEqual(['', '', '']);
  });

  it('are not looked for under a name that has too few parts', async () => {
    await expect(workLeasedRow(own(), days, 'a', { owner: 'x', leaseMs: LEASE_MS, stopping: () => false }, async () => undefined)).rejects.toThrow(
      "'a' is no row of sample.day, which is named by org, day",
    );
  });
});
