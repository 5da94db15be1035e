import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { clockFrom } from '../core/clock/clock.ts';
import { numberSeries } from '../numbers/number-series.ts';
import { JobRunner } from './job-runner.ts';

describe('jobs', () => {
  let server: TestServer;
  const failures: string[] = [];
  const runner = (node: string) =>
    new JobRunner({
      ...server.server.core.parts,
      clock: clockFrom(() => server.time.now),
      node,
      failed: (job) => failures.push(job.name),
    });
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('run on one node at a time, and elsewhere once a dead node’s lease is over', async () => {
    const [one, two] = [runner('one'), runner('two')];
    let finish: () => void = () => undefined;
    const began = new Promise<void>((started) => {
      one.add({
        name: 't.slow',
        owner: 't',
        when: { everySeconds: 60 },
        run: () =>
          new Promise((resolve) => {
            finish = resolve;
            started();
          }),
      });
    });
    let runs = 0;
    two.add({
      name: 't.slow',
      owner: 't',
      when: { everySeconds: 60 },
      run: async () => {
        runs += 1;
      },
    });
    const first = one.runNow('t.slow');
    await began;
    expect(await two.runNow('t.slow')).toBe(false);
    server.time.advance(181_000);
    expect(await two.runNow('t.slow')).toBe(true);
    finish();
    expect(await first).toBe(true);
    expect(runs).toBe(1);
  });

  it('give the lease back after a failure and tell of it', async () => {
    const one = runner('one');
    one.add({ name: 't.bad', owner: 't', when: { everySeconds: 60 }, run: () => Promise.reject(new Error('no paper')) });
    expect(await one.runNow('t.bad')).toBe(true);
    expect(failures).toContain('t.bad');
    const lease = await server.db.selectFrom('core.job_lease').select('last_error').where('name', '=', 't.bad').executeTakeFirstOrThrow();
    expect(lease.last_error).toBe('no paper');
    expect(await one.runNow('t.bad')).toBe(true);
  });

  it('stop with their owner', async () => {
    const one = runner('one');
    let signal: AbortSignal | undefined;
    const began = new Promise<void>((started) => {
      one.add({
        name: 'p.x',
        owner: 'p',
        when: { everySeconds: 1 },
        run: async (run) => {
          signal = run.signal;
          started();
          await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
        },
      });
    });
    const running = one.runNow('p.x');
    await began;
    expect(signal?.aborted).toBe(false);
    await one.remove('p');
    expect(signal?.aborted).toBe(true);
    expect(await running).toBe(true);
    await expect(one.runNow('p.x')).rejects.toThrowError('no job');
  });

  it('of the shell forget what is old and check the audit chain', async () => {
    await server.signIn('doctor');
    server.time.advance(32 * 86_400_000);
    const { jobs } = server.server.plugins;
    expect(await jobs.runNow('core.forget-old')).toBe(true);
    expect(await jobs.runNow('core.verify-audit')).toBe(true);
    expect(await server.db.selectFrom('core.session').select('id').execute()).toEqual([]);
  });

  it('numbers are never given out twice, and none is left out by what is rolled back, by day and by series', async () => {
    const numbers = numberSeries(
      server.db,
      clockFrom(() => server.time.now),
    );
    const format = { prefix: 'R', date: 'yyyyMMdd', digits: 4 } as const;
    // Every third bill has its number and is not stored: at a refusal that comes late, or because its connection is gone.
    const bill = (at: number) =>
      server.database.transaction(async () => {
        const number = await numbers.next('receipt', format);
        if (at % 3 === 0) throw new Error(`not stored: ${number}`);
        return number;
      });
    const ended = await Promise.allSettled(Array.from({ length: 300 }, (_, at) => bill(at)));
    const stored = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const day = server.server.core.parts.clock.today().replaceAll('-', '');
    expect(stored.sort()).toEqual(Array.from({ length: 200 }, (_, at) => `R${day}${String(at + 1).padStart(4, '0')}`));
    server.time.advance(86_400_000);
    expect(await numbers.next('receipt', format)).toMatch(/^R\d{8}0001$/);
    expect(await numbers.next('other', { prefix: '', digits: 2 })).toBe('01');
  });
});
