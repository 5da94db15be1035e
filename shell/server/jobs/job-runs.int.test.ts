import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobRun, JobWhen } from '@nephra/plugin-sdk/server';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { LEASE_MS } from './job-leases.ts';
import { type JobDefinition, JobRunner } from './job-runner.ts';
import { MAX_RUNS_KEPT } from './job-run-store.ts';
import { MAX_LINE_LENGTH, MAX_LOG_LINES } from './running-job.ts';

const DAY_MS = 86_400_000;
const NIGHTLY: JobWhen = { cron: '0 3 * * *' };
const ANNE = { userId: 'user-admin', userName: 'Anne' };

let server: TestServer;
beforeAll(async () => {
  // 10:00 in the business time zone.
  server = await startTestServer({ start: '2026-03-02T02:00:00Z' });
});
afterAll(() => server.close());

/** A node whose beats come when the test says so. */
function nodeOf(name: string) {
  const beats = new Set<() => Promise<void>>();
  const failures: string[] = [];
  const jobs = new JobRunner({
    ...server.server.core.parts,
    node: name,
    failed: ({ name: job }) => failures.push(job),
    every: (_ms, beat) => {
      beats.add(beat);
      return () => beats.delete(beat);
    },
  });
  nodes.push(jobs);
  return { jobs, failures, beat: () => Promise.all([...beats].map((beat) => beat())) };
}
const nodes: JobRunner[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((jobs) => jobs.stop()));
  await server.db.deleteFrom('core.job_run').execute();
  await server.db.deleteFrom('core.job_lease').where('name', 'like', 't.%').execute();
});

const job = (name: string, when: JobWhen, run: JobDefinition['run'] = async () => undefined): JobDefinition => ({ name, owner: 't', when, run });

/** A job that works until the test lets it end, or until it is asked to. */
function held(name: string, when: JobWhen) {
  let began: (run: JobRun) => void = () => undefined;
  const atWork = new Promise<JobRun>((resolve) => {
    began = resolve;
  });
  let finish: () => void = () => undefined;
  const definition = job(name, when, (run) => {
    began(run);
    return new Promise((resolve, reject) => {
      finish = resolve;
      run.signal.addEventListener('abort', () => reject(run.signal.reason));
    });
  });
  return { definition, atWork, finish: () => finish() };
}

const runsOf = (name: string) => server.db.selectFrom('core.job_run').selectAll().where('job', '=', name).orderBy('seq').execute();
const statesOf = async (name: string) => (await runsOf(name)).map(({ state }) => state);

describe('a job with a cron text', () => {
  it('runs at its moment, on one node, and a missed moment is made up once', async () => {
    const [one, two] = [nodeOf('one'), nodeOf('two')];
    for (const { jobs } of [one, two]) jobs.add(job('t.night', NIGHTLY));
    expect(await one.jobs.runIfDue('t.night')).toBe(false);
    server.time.advance(17 * 3_600_000 - 1);
    expect(await one.jobs.runIfDue('t.night')).toBe(false);
    server.time.advance(1);
    expect([await one.jobs.runIfDue('t.night'), await two.jobs.runIfDue('t.night'), await one.jobs.runIfDue('t.night')]).toEqual([true, false, false]);
    // Three nights without a server.
    server.time.advance(3 * DAY_MS);
    expect([await two.jobs.runIfDue('t.night'), await two.jobs.runIfDue('t.night'), await one.jobs.runIfDue('t.night')]).toEqual([true, false, false]);
    server.time.advance(DAY_MS);
    expect(await one.jobs.runIfDue('t.night')).toBe(true);
    expect(await runsOf('t.night')).toMatchObject([
      { state: 'done', node: 'one', requested_by: 'timer', owner: 't' },
      { state: 'done', node: 'two' },
      { state: 'done', node: 'one' },
    ]);
  });

  it('makes up what was missed as soon as a server starts', async () => {
    const gone = nodeOf('gone');
    gone.jobs.add(job('t.night', NIGHTLY));
    await gone.jobs.runIfDue('t.night');
    server.time.advance(2 * DAY_MS);
    const { jobs } = nodeOf('one');
    jobs.add(job('t.night', NIGHTLY));
    jobs.add(job('t.asked', 'demand'));
    jobs.start();
    await expect.poll(() => runsOf('t.night')).toMatchObject([{ state: 'done', node: 'one', requested_by: 'timer' }]);
    expect(await runsOf('t.asked')).toEqual([]);
  });

  it('goes on when the clock is set back by days, and forward', async () => {
    const { jobs } = nodeOf('one');
    jobs.add(job('t.night', NIGHTLY));
    await jobs.runIfDue('t.night');
    server.time.advance(DAY_MS);
    expect(await jobs.runIfDue('t.night')).toBe(true);
    server.time.step(-5 * DAY_MS);
    expect(await jobs.runIfDue('t.night')).toBe(false);
    server.time.advance(DAY_MS);
    expect(await jobs.runIfDue('t.night')).toBe(true);
    server.time.step(5 * DAY_MS);
    server.time.advance(DAY_MS);
    expect(await jobs.runIfDue('t.night')).toBe(true);
    expect(await jobs.runIfDue('t.night')).toBe(false);
  });

  it('is not run a second time by a node whose clock is some seconds behind', async () => {
    const one = nodeOf('one');
    one.jobs.add(job('t.night', NIGHTLY));
    await one.jobs.runIfDue('t.night');
    server.time.advance(DAY_MS);
    const [known] = (await one.jobs.known()).filter(({ name }) => name === 't.night');
    // Five seconds before the moment by the clock of the second node.
    server.time.now = new Date((known?.nextAt?.getTime() ?? 0) - 5_000);
    await one.jobs.runNow('t.night');
    server.time.advance(6_000);
    expect(await one.jobs.runIfDue('t.night')).toBe(false);
  });
});

it('a job of an interval runs on one node at a time, not before the interval is over, whatever the clock on the wall shows', async () => {
  const [one, two] = [nodeOf('one'), nodeOf('two')];
  for (const { jobs } of [one, two]) jobs.add(job('t.minute', { everySeconds: 60 }));
  expect([await one.jobs.runIfDue('t.minute'), await two.jobs.runIfDue('t.minute')]).toEqual([true, false]);
  server.time.advance(50_000);
  expect(await two.jobs.runIfDue('t.minute')).toBe(false);
  server.time.step(3_600_000);
  expect(await two.jobs.runIfDue('t.minute')).toBe(false);
  server.time.step(-7_200_000);
  server.time.advance(10_000);
  expect([await two.jobs.runIfDue('t.minute'), await one.jobs.runIfDue('t.minute')]).toEqual([true, false]);
});

describe('what a run leaves', () => {
  it('is nothing for a job of a short interval that has nothing to tell, and a row when it has', async () => {
    const { jobs, failures } = nodeOf('one');
    const work: { run: JobDefinition['run'] } = { run: async () => undefined };
    jobs.add(job('t.short', { everySeconds: 60 }, (run) => work.run(run)));
    expect(await jobs.runNow('t.short')).toBe(true);
    expect(await runsOf('t.short')).toEqual([]);
    work.run = async ({ log }) => log('swept 3');
    await jobs.runNow('t.short');
    work.run = async ({ progress }) => progress(3, 3);
    await jobs.runNow('t.short');
    work.run = () => Promise.reject(new Error('no paper'));
    await jobs.runNow('t.short');
    expect(failures).toEqual(['t.short']);
    expect(await runsOf('t.short')).toMatchObject([
      { state: 'done' },
      { state: 'done', done_count: '3', total_count: '3' },
      { state: 'failed', error: 'no paper' },
    ]);
    // One that is long apart always leaves one.
    jobs.add(job('t.hourly', { everySeconds: 3_600 }));
    await jobs.runNow('t.hourly');
    expect(await statesOf('t.hourly')).toEqual(['done']);
  });

  it('is seen while it is at work, a quiet one too once it lasts', async () => {
    const { jobs, beat } = nodeOf('one');
    const { definition, atWork, finish } = held('t.quiet', { everySeconds: 60 });
    jobs.add(definition);
    const running = jobs.runNow('t.quiet');
    const { progress } = await atWork;
    await beat();
    expect(await statesOf('t.quiet')).toEqual([]);
    await beat();
    expect(await statesOf('t.quiet')).toEqual(['running']);
    progress(1, 9, 'first');
    progress(2, 9, 'second');
    await beat();
    expect(await runsOf('t.quiet')).toMatchObject([{ state: 'running', done_count: '2', total_count: '9', progress_text: 'second' }]);
    progress(9, 9, 'all');
    finish();
    await running;
    expect(await runsOf('t.quiet')).toMatchObject([{ state: 'done', done_count: '9', progress_text: 'all' }]);
  });

  it('holds 500 lines of 500 characters and says how many were not kept', async () => {
    const { jobs } = nodeOf('one');
    jobs.add(
      job('t.talks', 'demand', async ({ log }) => {
        for (let n = 1; n <= MAX_LOG_LINES + 7; n += 1) log(`${n}\0${'字'.repeat(MAX_LINE_LENGTH)}`);
      }),
    );
    await jobs.runNow('t.talks');
    const [run] = await runsOf('t.talks');
    expect(run).toMatchObject({ state: 'done', lines_dropped: 7 });
    const lines = await jobs.store.lines(run?.id ?? '');
    expect(lines).toHaveLength(MAX_LOG_LINES);
    expect(lines[0]?.line).toBe(`1${'字'.repeat(MAX_LINE_LENGTH - 2)}`);
    expect(lines.at(-1)?.no).toBe(MAX_LOG_LINES);
  });

  it('stays when the job’s own transaction is rolled back', async () => {
    const { jobs } = nodeOf('one');
    jobs.add(
      job('t.rolled', 'demand', async ({ log }) => {
        await server.database.transaction(async () => {
          log('begun');
          throw new Error('not today');
        });
      }),
    );
    await jobs.runNow('t.rolled');
    const [run] = await runsOf('t.rolled');
    expect(run).toMatchObject({ state: 'failed', error: 'not today' });
    expect((await jobs.store.lines(run?.id ?? '')).map(({ line }) => line)).toEqual(['begun']);
  });

  it('is forgotten but for the latest fifty of each job', async () => {
    const { jobs } = nodeOf('one');
    jobs.add(job('t.often', 'demand', async ({ log }) => log('x')));
    jobs.add(job('t.other', 'demand'));
    for (let n = 0; n < MAX_RUNS_KEPT + 3; n += 1) await jobs.runNow('t.often');
    await jobs.runNow('t.other');
    const before = await runsOf('t.often');
    await jobs.store.forgetOld();
    expect((await runsOf('t.often')).map(({ id }) => id)).toEqual(before.slice(3).map(({ id }) => id));
    expect(await statesOf('t.other')).toEqual(['done']);
    expect(
      await server.db
        .selectFrom('core.job_run_line')
        .select('run_id')
        .where('run_id', '=', before[0]?.id ?? '')
        .execute(),
    ).toEqual([]);
  });
});

describe('a run whose node dies', () => {
  it('counts as lost when its lease is over, and the job runs elsewhere', async () => {
    const [one, two] = [nodeOf('one'), nodeOf('two')];
    const dead = held('t.dies', 'demand');
    one.jobs.add(dead.definition);
    two.jobs.add(job('t.dies', 'demand'));
    const running = one.jobs.runNow('t.dies');
    await dead.atWork;
    server.time.advance(LEASE_MS - 1);
    await two.jobs.store.markLost();
    expect(await statesOf('t.dies')).toEqual(['running']);
    // A clock that is set forward kills nobody.
    server.time.step(DAY_MS);
    await two.jobs.store.markLost();
    expect(await statesOf('t.dies')).toEqual(['running']);
    server.time.step(-DAY_MS);
    expect(await two.jobs.runNow('t.dies')).toBe(false);
    server.time.advance(1);
    expect(await two.jobs.runNow('t.dies')).toBe(true);
    expect(await runsOf('t.dies')).toMatchObject([
      { state: 'lost', error: 'core.job-lost', node: 'one' },
      { state: 'done', node: 'two' },
    ]);
    dead.finish();
    await running;
    // It was not dead after all: that it ended is a fact.
    expect(await statesOf('t.dies')).toEqual(['done', 'done']);
  });

  it('keeps its lease as long as it lives, and ends when it finds that another one has it', async () => {
    const [one, two] = [nodeOf('one'), nodeOf('two')];
    const slow = held('t.slow', 'demand');
    one.jobs.add(slow.definition);
    two.jobs.add(job('t.slow', 'demand'));
    const running = one.jobs.runNow('t.slow');
    const { signal } = await slow.atWork;
    const heldUntil = async () =>
      (await server.db.selectFrom('core.job_lease').select('held_until').where('name', '=', 't.slow').executeTakeFirstOrThrow()).held_until.getTime();
    for (let n = 0; n < 4; n += 1) {
      server.time.advance(LEASE_MS / 2);
      await one.beat();
      expect(await heldUntil()).toBe(server.time.now.getTime() - server.time.stepped + LEASE_MS);
      expect(await two.jobs.runNow('t.slow')).toBe(false);
    }
    server.time.advance(LEASE_MS);
    expect(await two.jobs.runNow('t.slow')).toBe(true);
    expect(signal.aborted).toBe(false);
    await one.beat();
    await running;
    expect(signal.aborted).toBe(true);
    expect(await statesOf('t.slow')).toEqual(['lost', 'done']);
  });
});

it('a quiet run that has lost its job writes no row over that of its successor', async () => {
  const [one, two] = [nodeOf('one'), nodeOf('two')];
  const [slow, next] = [held('t.quiet', { everySeconds: 60 }), held('t.quiet', { everySeconds: 60 })];
  one.jobs.add(slow.definition);
  two.jobs.add(next.definition);
  const first = one.jobs.runNow('t.quiet');
  const { signal, log } = await slow.atWork;
  server.time.advance(LEASE_MS);
  const second = two.jobs.runNow('t.quiet');
  await next.atWork;
  await two.beat();
  await two.beat();
  log('late');
  await one.beat();
  expect(signal.aborted).toBe(true);
  await first;
  expect(await runsOf('t.quiet')).toMatchObject([{ state: 'running', node: 'two' }]);
  next.finish();
  await second;
  expect(await runsOf('t.quiet')).toMatchObject([{ state: 'done', node: 'two' }]);
});

describe('a person', () => {
  it('starts a job and is refused while it runs, on this node or another one', async () => {
    const [one, two] = [nodeOf('one'), nodeOf('two')];
    const slow = held('t.asked', 'demand');
    one.jobs.add(slow.definition);
    two.jobs.add(job('t.asked', 'demand'));
    const id = await one.jobs.request('t.asked', ANNE);
    await slow.atWork;
    for (const { jobs } of [one, two]) await expect(jobs.request('t.asked', ANNE)).rejects.toMatchObject({ key: 'core.job-running', code: 409 });
    await expect(one.jobs.request('t.none', ANNE)).rejects.toMatchObject({ key: 'core.job-unknown', code: 404 });
    slow.finish();
    await expect.poll(() => runsOf('t.asked')).toMatchObject([{ id, state: 'done', requested_by: ANNE.userId, requested_name: 'Anne' }]);
  });

  it('starts nothing when the call is rolled back', async () => {
    const { jobs } = nodeOf('one');
    let runs = 0;
    jobs.add(
      job('t.undone', 'demand', async () => {
        runs += 1;
      }),
    );
    const call = server.database.transaction(async () => {
      await jobs.request('t.undone', ANNE);
      throw new Error('refused');
    });
    await expect(call).rejects.toThrow('refused');
    expect(await runsOf('t.undone')).toEqual([]);
    expect(await jobs.runNow('t.undone')).toBe(true);
    expect(runs).toBe(1);
  });

  it('cancels a run of another node, which hears of it within two beats', async () => {
    const [one, two] = [nodeOf('one'), nodeOf('two')];
    const slow = held('t.cancelled', 'demand');
    one.jobs.add(slow.definition);
    const id = await one.jobs.request('t.cancelled', ANNE);
    const { signal } = await slow.atWork;
    expect(await two.jobs.store.askToCancel(id, { by: ANNE.userId, name: ANNE.userName })).toBe(true);
    expect(await statesOf('t.cancelled')).toEqual(['running']);
    await one.beat();
    await one.beat();
    await expect.poll(() => runsOf('t.cancelled')).toMatchObject([{ state: 'cancelled', error: 'core.job-cancelled', error_params: { name: 'Anne' } }]);
    expect(signal.aborted).toBe(true);
    expect(await two.jobs.store.askToCancel(id, { by: ANNE.userId, name: ANNE.userName })).toBe(false);
    expect(one.failures).toEqual([]);
  });

  it('reads that a run failed when it threw something of its own while it was to end', async () => {
    const { jobs, failures } = nodeOf('one');
    let began: () => void = () => undefined;
    const atWork = new Promise<void>((resolve) => {
      began = resolve;
    });
    jobs.add(
      job('t.breaks', 'demand', ({ signal }) => {
        began();
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('half written'))));
      }),
    );
    const running = jobs.runNow('t.breaks');
    await atWork;
    await jobs.stop();
    await running;
    expect(await runsOf('t.breaks')).toMatchObject([{ state: 'failed', error: 'half written' }]);
    expect(failures).toEqual(['t.breaks']);
  });
});

it('a run that is cut off by the stop of its server says so', async () => {
  const { jobs } = nodeOf('one');
  const slow = held('t.stopped', 'demand');
  jobs.add(slow.definition);
  const running = jobs.runNow('t.stopped');
  await slow.atWork;
  await jobs.stop();
  await running;
  expect(await runsOf('t.stopped')).toMatchObject([{ state: 'cancelled', error: 'core.job-stopped' }]);
});
