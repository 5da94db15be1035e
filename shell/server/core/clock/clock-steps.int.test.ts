import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { clientHash } from '../../auth/password/password-hash.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { clockOver } from './clock.ts';
import { SteadyTime } from './steady-time.ts';

const HOUR = 3_600_000;

describe('the clock of the server is set', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 99 } });
  });
  afterAll(() => server.close());

  const runner = (node: string) => new JobRunner({ ...server.server.core.parts, node, failed: () => undefined });
  const login = (password: string) => {
    const form = new URLSearchParams({ account: 'nurse', password: clientHash(password), origin: 'password', grant_type: 'password' });
    return server.nobody.post('/api/oauth/Login', form.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
  };

  it('back: jobs go on, and forward: nobody loses a lease that is held', async () => {
    const [one, two] = [runner('one'), runner('two')];
    let finish: () => void = () => undefined;
    const add = (jobs: JobRunner, run: () => Promise<void>) => jobs.add({ name: 't.clock', owner: 't', when: { everySeconds: 60 }, run });
    add(one, async () => undefined);
    expect(await one.runNow('t.clock')).toBe(true);
    server.time.step(-HOUR);
    expect(await one.runNow('t.clock')).toBe(true);
    const began = new Promise<void>((started) => {
      const hold = (resolve: () => void): void => {
        finish = resolve;
        started();
      };
      add(one, () => new Promise(hold));
    });
    add(two, async () => undefined);
    const running = one.runNow('t.clock');
    await began;
    server.time.step(25 * HOUR);
    expect(await two.runNow('t.clock')).toBe(false);
    finish();
    await running;
    server.time.step(-24 * HOUR);
  });

  it('sessions rest and end after the time that passed, not after what the clock shows', async () => {
    const doctor = await server.signIn('doctor');
    const state = async () => (await doctor.get('/api/oauth/CurrentUser')).code;
    server.time.step(48 * HOUR);
    expect(await state()).toBe(200);
    server.time.step(-96 * HOUR);
    expect(await state()).toBe(200);
    server.time.advance(24 * HOUR);
    expect(await state()).toBe(600);
    server.time.step(48 * HOUR);
  });

  it('an account waits as long as it was told, and is told the moment that the clock will show', async () => {
    let refused = await login('wrong-1');
    for (let tries = 0; refused.extras?.error !== 'core.login-wait'; tries += 1) {
      if (tries > 9) throw new Error(`never locked: ${refused.msg}`);
      refused = await login(`wrong-${tries}`);
    }
    const minutes = Number(refused.extras?.params?.minutes);
    server.time.step(-2 * HOUR);
    const again = await login('wrong-x');
    expect(again.extras).toMatchObject({ error: 'core.login-wait', params: { minutes } });
    expect(again.extras?.params?.until).not.toBe(refused.extras?.params?.until);
    server.time.step(26 * HOUR);
    expect((await login('wrong-y')).extras?.error).toBe('core.login-wait');
    server.time.advance(minutes * 60_000);
    expect((await login('Demo2026')).code).toBe(200);
    server.time.step(-24 * HOUR);
  });

  it('is noticed, written down and shown to administrators, once for each time', async () => {
    const admin = await server.signIn('admin');
    const shown = async () => (await admin.get<{ clockSteps: { at: number; byMs: number }[] }>('/api/system/Watch')).data.clockSteps;
    const { clockWatch } = server.server;
    await clockWatch.look();
    const before = await shown();
    server.time.advance(60_000);
    server.time.step(1_500);
    await clockWatch.look();
    expect(await shown()).toEqual(before);
    server.time.step(-HOUR);
    await clockWatch.look();
    await clockWatch.look();
    const at = server.time.now.getTime();
    server.time.step(HOUR);
    await clockWatch.look();
    expect(await shown()).toMatchObject([{ at: at + HOUR, byMs: HOUR }, { at, byMs: -HOUR }, ...before]);
    expect((await admin.get<object>('/api/health')).data).toMatchObject({ lastClockStep: { at: at + HOUR, byMs: HOUR } });
    const nurse = await server.signIn('nurse');
    expect((await nurse.get('/api/system/Watch')).code).toBe(403);
  });

  it('the line of durations goes on over restarts and nodes, and never goes back', async () => {
    const { db } = server;
    let ticks = 0;
    const node = async (start = 0) => {
      const line = new SteadyTime(start, () => ticks);
      await line.carryOn(db);
      return line;
    };
    const stood = async () => (await db.selectFrom('core.steady_time').select('at').executeTakeFirstOrThrow()).at.getTime();
    const first = await node();
    const begin = first.now().getTime();
    expect(Math.abs(begin - (await stood()))).toBeLessThan(2);
    ticks += HOUR;
    await first.note(db);
    expect(await stood()).toBe(begin + HOUR);
    // The computer was off, and its clock was set back meanwhile: the line waits. Set forward or simply later: it moves on.
    await sql`update core.steady_time set seen = clock_timestamp() + interval '5 hours'`.execute(db);
    const restarted = await node();
    expect(restarted.now().getTime()).toBe(begin + HOUR);
    await sql`update core.steady_time set seen = clock_timestamp() - interval '2 hours'`.execute(db);
    const later = await node();
    expect(later.now().getTime() - begin).toBeGreaterThanOrEqual(3 * HOUR);
    // A node that stayed behind catches up, and does not pull the others back.
    await first.note(db);
    expect(first.now().getTime()).toBeGreaterThanOrEqual(later.now().getTime());
    expect(await stood()).toBeGreaterThanOrEqual(begin + 3 * HOUR);
    // As the product does it: the wall shows one thing, the line another, and a moment of the line is shown as the wall will show it.
    const { clock, note } = await clockOver(db);
    expect(clock.steady().getTime()).toBeGreaterThanOrEqual(begin + 3 * HOUR);
    const inAnHour = new Date(clock.steady().getTime() + HOUR);
    expect(Math.abs(clock.shown(inAnHour).getTime() - clock.now().getTime() - HOUR)).toBeLessThan(5_000);
    await note();
    expect(await stood()).toBeGreaterThanOrEqual(inAnHour.getTime() - HOUR);
  });
});
