import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../shell/server/db/index.ts';
import { openTestDatabase, silentLog } from '../../../tests/support/databases/test-database.ts';
import { createFakeJobRun } from '../../testing/index.ts';
import type { ServerContext } from '../context.ts';
import { type LeasedWorker, type LeasedWorkerOptions, leasedWorker } from './leased-worker.ts';
import { type Lease, type LeaseClaim, LeaseLost } from './row-lease.ts';

interface SampleTables {
  'sample.task': { id: string; state: string; steps: number; seq: number; lease_owner: string; lease_until: Date };
}
type Ctx = ServerContext<SampleTables>;

const LEASE_MS = 30_000;
const STEPS = 3;
const migration = `create table sample.task (id text primary key, state text not null, steps integer not null default 0, seq integer not null,
  lease_owner text not null default '', lease_until timestamptz not null);`;
const claim: LeaseClaim = { table: 'sample.task', open: ['waiting', 'running', 'ending'], order: 'seq', taken: { waiting: 'running' } };

let db: Database;
const time = { wall: new Date('2026-03-02T02:00:00Z'), steady: new Date('2026-03-02T02:00:00Z') };
const advance = (ms: number): void => {
  time.wall = new Date(time.wall.getTime() + ms);
  time.steady = new Date(time.steady.getTime() + ms);
};
const ctx = (): Ctx =>
  ({
    db: db.kyselyFor<SampleTables>(),
    transaction: (work: () => Promise<unknown>) => db.transaction(work),
    clock: { now: () => time.wall, steady: () => time.steady },
    log: silentLog,
  }) as unknown as Ctx;

beforeAll(async () => {
  db = await openTestDatabase([{ plugin: 'sample', schema: 'sample', migrations: [{ name: '0001-sample', sql: migration }] }]);
});
afterAll(() => db.close());

/** One step: what it stored and how far it is stand or fall together. */
async function step(id: string, lease: Lease): Promise<number> {
  return await ctx().transaction(async () => {
    await lease.keep();
    const { steps } = await ctx()
      .db.updateTable('sample.task')
      .set(({ eb }) => ({ steps: eb('steps', '+', 1) }))
      .where('id', '=', id)
      .returning('steps')
      .executeTakeFirstOrThrow();
    return steps;
  });
}
const finish = (id: string) => ctx().db.updateTable('sample.task').set({ state: 'done' }).where('id', '=', id).execute();

/** Works a row through; `between` is asked before each step. */
const workThrough =
  (between: (id: string, steps: number) => Promise<void> | void = () => undefined): LeasedWorkerOptions<SampleTables>['run'] =>
  async (_ctx, id, lease) => {
    for (;;) {
      const { steps } = await ctx().db.selectFrom('sample.task').select('steps').where('id', '=', id).executeTakeFirstOrThrow();
      if (steps === STEPS) return void (await finish(id));
      await between(id, steps);
      if (lease.stopping()) return;
      await step(id, lease);
    }
  };

const workers: LeasedWorker<SampleTables>[] = [];
/** A process of its own, whose leases are renewed when the test says so. */
function processOf(run: LeasedWorkerOptions<SampleTables>['run'], more: Partial<LeasedWorkerOptions<SampleTables>> = {}) {
  const renewals = new Set<() => Promise<void>>();
  const worker = leasedWorker<SampleTables>({
    name: 'sample-tasks',
    claim,
    run,
    leaseMs: LEASE_MS,
    every: (ms, act) => {
      expect(ms).toBe(LEASE_MS / 3);
      renewals.add(act);
      return () => renewals.delete(act);
    },
    ...more,
  });
  workers.push(worker);
  return { ...worker, renew: () => Promise.all([...renewals].map((act) => act())), renewals };
}
const look = (worker: LeasedWorker<SampleTables>) => worker.job.run(ctx(), createFakeJobRun());
const add = (id: string, seq = 1) =>
  ctx().db.insertInto('sample.task').values({ id, state: 'waiting', steps: 0, seq, lease_until: time.steady, lease_owner: '' }).execute();
const row = (id: string) => ctx().db.selectFrom('sample.task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A gate that a worker waits at. */
function gate() {
  let open: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const atGate = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return {
    atGate,
    open: () => open(),
    pass: async () => {
      reached();
      await opened;
    },
  };
}

beforeEach(() => ctx().db.deleteFrom('sample.task').execute());
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

describe('a row that is taken', () => {
  it('belongs to one of two processes, is worked through once and is nobody’s afterwards', async () => {
    await add('a');
    const waiting = gate();
    const one = processOf(workThrough((_id, steps) => (steps === 1 ? waiting.pass() : undefined)));
    const two = processOf(workThrough());
    const working = one.wake(ctx(), 'a');
    await waiting.atGate;
    expect(await row('a')).toMatchObject({ state: 'running', steps: 1, lease_until: new Date(time.steady.getTime() + LEASE_MS) });
    await two.wake(ctx(), 'a');
    await look(two);
    expect(await row('a')).toMatchObject({ state: 'running', steps: 1 });
    waiting.open();
    await working;
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
    // One that is over is taken by nobody.
    await one.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
  });

  it('is worked on by one of many that wake at the same moment', async () => {
    await add('a');
    const taken: string[] = [];
    const all = ['one', 'two', 'three', 'four'].map((name) =>
      processOf(async (_ctx, id, lease) => {
        taken.push(name);
        for (let n = 0; n < STEPS; n += 1) await step(id, lease);
        await finish(id);
      }),
    );
    await Promise.all(all.map((worker) => worker.wake(ctx(), 'a')));
    expect(taken).toHaveLength(1);
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
  });

  it('is kept as long as its process lives, also while it waits for a long answer', async () => {
    await add('a');
    const answer = gate();
    const one = processOf(workThrough((_id, steps) => (steps === 0 ? answer.pass() : undefined)));
    const two = processOf(workThrough());
    const working = one.wake(ctx(), 'a');
    await answer.atGate;
    for (let n = 0; n < 9; n += 1) {
      advance(LEASE_MS / 3);
      await one.renew();
      await two.wake(ctx(), 'a');
    }
    expect(await row('a')).toMatchObject({ steps: 0 });
    answer.open();
    await working;
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
    expect(one.renewals.size).toBe(0);
  });

  it('is freed by no clock that is set, back or forward', async () => {
    await add('a');
    const waiting = gate();
    const one = processOf(workThrough((_id, steps) => (steps === 0 ? waiting.pass() : undefined)));
    const two = processOf(workThrough());
    const working = one.wake(ctx(), 'a');
    await waiting.atGate;
    time.wall = new Date(time.wall.getTime() + 30 * 86_400_000);
    await two.wake(ctx(), 'a');
    time.wall = new Date(time.wall.getTime() - 60 * 86_400_000);
    await two.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ steps: 0 });
    // And it ends while the clock is behind.
    advance(LEASE_MS);
    await two.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
    waiting.open();
    await working;
  });
});

describe('a process that dies', () => {
  it('leaves its row until the lease ends; then the job of another one takes it up from where it stands', async () => {
    await add('a');
    const dead = gate();
    const one = processOf(workThrough((_id, steps) => (steps === 2 ? dead.pass() : undefined)));
    const reached: number[] = [];
    const two = processOf(workThrough((_id, steps) => void reached.push(steps)));
    const working = one.wake(ctx(), 'a');
    await dead.atGate;
    advance(LEASE_MS - 1);
    await look(two);
    await two.wake(ctx(), 'a');
    expect(reached).toEqual([]);
    advance(1);
    await look(two);
    await expect.poll(() => row('a')).toMatchObject({ state: 'done', steps: STEPS });
    expect(reached).toEqual([2]);
    dead.open();
    await working;
  });

  it('stores nothing more when it was not dead after all', async () => {
    await add('a');
    const slow = gate();
    let lost: unknown;
    const one = processOf(async (_ctx, id, lease) => {
      await step(id, lease);
      await slow.pass();
      expect(lease.stopping()).toBe(false);
      try {
        await step(id, lease);
      } catch (error) {
        lost = error;
        expect(lease.stopping()).toBe(true);
        throw error;
      }
    });
    const two = processOf(workThrough());
    const working = one.wake(ctx(), 'a');
    await slow.atGate;
    advance(LEASE_MS);
    const other = gate();
    const held = processOf(workThrough((_id, steps) => (steps === 2 ? other.pass() : undefined)));
    const holding = held.wake(ctx(), 'a');
    await other.atGate;
    slow.open();
    await working;
    expect(lost).toBeInstanceOf(LeaseLost);
    expect(await row('a')).toMatchObject({ state: 'running', steps: 2 });
    // It gave nothing back that is not its own.
    await two.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ state: 'running', steps: 2 });
    other.open();
    await holding;
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
  });

  it('is told by the renewal that its row is in other hands', async () => {
    await add('a');
    const answer = gate();
    let stopped = false;
    const one = processOf(async (_ctx, _id, lease) => {
      await answer.pass();
      stopped = lease.stopping();
    });
    const working = one.wake(ctx(), 'a');
    await answer.atGate;
    advance(LEASE_MS);
    await processOf(workThrough()).wake(ctx(), 'a');
    await one.renew();
    answer.open();
    await working;
    expect(stopped).toBe(true);
    expect(await row('a')).toMatchObject({ state: 'done', steps: STEPS });
  });
});

describe('a process that stops', () => {
  it('ends at the next safe place and gives the row back at once', async () => {
    await add('a');
    const waiting = gate();
    const one = processOf(workThrough((_id, steps) => (steps === 1 ? waiting.pass() : undefined)));
    const working = one.wake(ctx(), 'a');
    await waiting.atGate;
    const stopping = one.stop();
    waiting.open();
    await stopping;
    await working;
    expect(await row('a')).toMatchObject({ state: 'running', steps: 1, lease_owner: '', lease_until: time.steady });
    // Once it is stopped it takes nothing.
    await one.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ steps: 1 });
    const two = processOf(workThrough());
    await look(two);
    await expect.poll(() => row('a')).toMatchObject({ state: 'done', steps: STEPS });
  });

  it('takes up nothing of what still waits for its turn', async () => {
    await add('a', 1);
    await add('b', 2);
    const waiting = gate();
    const one = processOf(workThrough((id) => (id === 'a' ? waiting.pass() : undefined)));
    await look(one);
    await waiting.atGate;
    const stopping = one.stop();
    waiting.open();
    await stopping;
    expect(await row('b')).toMatchObject({ state: 'waiting', steps: 0, lease_owner: '' });
  });
});

describe('turns', () => {
  it('are taken in the order of the rows, one at a time or as many as were asked for', async () => {
    for (const [atOnce, most] of [
      [1, 1],
      [2, 2],
    ] as const) {
      await ctx().db.deleteFrom('sample.task').execute();
      for (const [at, id] of ['c', 'a', 'b'].entries()) await add(id, at);
      const order: string[] = [];
      let working = 0;
      let seen = 0;
      // As many as may work at once meet here, so that none is over before the other has begun.
      const together = gate();
      const worker = processOf(
        async (_ctx, id, lease) => {
          working += 1;
          seen = Math.max(seen, working);
          order.push(id);
          if (order.length >= atOnce) together.open();
          await together.pass();
          for (let n = 0; n < STEPS; n += 1) await step(id, lease);
          working -= 1;
          await finish(id);
        },
        { atOnce },
      );
      await look(worker);
      await Promise.all(['c', 'a', 'b'].map((id) => worker.wake(ctx(), id)));
      // Two that begin at the same moment take their rows in any order.
      expect(order.slice(0, atOnce).sort()).toEqual(['c', 'a'].slice(0, atOnce).sort());
      if (atOnce === 1) expect(order).toEqual(['c', 'a', 'b']);
      expect(seen).toBe(most);
    }
  });

  it('go on after work that threw; that row waits until its lease has ended', async () => {
    await add('bad', 1);
    await add('good', 2);
    let tries = 0;
    const worker = processOf(async (...given) => {
      if (given[1] === 'good') return await workThrough()(...given);
      tries += 1;
      if (tries === 1) throw new Error('SIM');
      await workThrough()(...given);
    });
    await Promise.all(['bad', 'good'].map((id) => worker.wake(ctx(), id)));
    expect([(await row('bad')).steps, (await row('good')).state]).toEqual([0, 'done']);
    await processOf(workThrough()).wake(ctx(), 'bad');
    expect(await row('bad')).toMatchObject({ state: 'running', steps: 0 });
    advance(LEASE_MS);
    await worker.wake(ctx(), 'bad');
    expect(await row('bad')).toMatchObject({ state: 'done', steps: STEPS });
  });

  it('come later when the work gives its row back for a while', async () => {
    await add('a');
    const later = processOf(async (_ctx, _id, lease) => lease.giveBack(60_000));
    await later.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ state: 'running', lease_owner: '', lease_until: new Date(time.steady.getTime() + 60_000) });
    const two = processOf(workThrough());
    advance(59_999);
    await two.wake(ctx(), 'a');
    expect((await row('a')).steps).toBe(0);
    advance(1);
    await two.wake(ctx(), 'a');
    expect(await row('a')).toMatchObject({ state: 'done' });
  });
});
