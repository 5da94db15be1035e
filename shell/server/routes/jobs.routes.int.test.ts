import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverSource, writePackage } from '../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { JobRunView, JobRunWithLines, JobView } from '../../contract/jobs.contract.ts';
import type { PluginForAdministrator } from '../../contract/index.ts';

const JOBS = '/api/system/Jobs';
const JOB_RUNS = 10_000;
let server: TestServer;
let admin: TestClient;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-jobs-'));
  admin = await server.signIn('admin');
  await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A job on demand that works until it is let go, or asked to end. */
function addSlow(name: string): { readonly atWork: Promise<void>; readonly finish: () => void } {
  let began: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const atWork = new Promise<void>((resolve) => {
    began = resolve;
  });
  server.server.plugins.jobs.add({
    name,
    owner: 'sim',
    when: 'demand',
    run: ({ signal, progress, log }) => {
      progress(3, 10, 'third of ten');
      log('begun');
      began();
      return new Promise((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  return { atWork, finish: () => finish() };
}

const key = (value: string) => ({ 'idempotency-key': `jobs-test-${value}` });
const jobNamed = async (name: string) => (await admin.get<{ list: JobView[] }>(JOBS)).data.list.find((one) => one.name === name);

describe('administrators', () => {
  it('see when jobs run and how they ended', async () => {
    expect(await jobNamed('core.verify-audit')).toMatchObject({
      pluginId: 'core',
      pluginName: { zh: '系统', zhtw: '系統', en: 'System' },
      title: { zh: '校验审计日志', zhtw: '驗證稽核日誌', en: 'Verify the audit log' },
      quietSince: false,
      everySeconds: 86_400,
      cron: '',
      nextAt: null,
      lastStartedAt: null,
      lastRun: null,
    });
    await server.server.plugins.jobs.runNow('core.verify-audit');
    const now = server.time.now.getTime();
    expect(await jobNamed('core.verify-audit')).toMatchObject({
      nextAt: now + 86_400_000,
      lastStartedAt: now,
      lastRun: { state: 'done', requestedBy: '', reason: '', done: expect.any(Number), total: expect.any(Number) },
    });
    const { data } = await admin.get<{ list: JobRunView[] }>(`${JOBS}/core.verify-audit/Runs`);
    expect(data.list).toMatchObject([{ job: 'core.verify-audit', state: 'done', startedAt: now }]);
    expect(await admin.get(`${JOBS}/core.none/Runs`)).toMatchObject({ code: 404, extras: { error: 'core.job-unknown' } });
    const [run] = data.list;
    expect(await admin.get(`${JOBS}/core.forget-old/Runs/${run?.id}`)).toMatchObject({ code: 404, extras: { error: 'core.not-found' } });
  });

  it('start a job once, read what it told, and are refused while it runs', async () => {
    const slow = addSlow('sim.slow');
    const started = await admin.post<JobRunView>(`${JOBS}/sim.slow/Actions/Run`, undefined, key('sim-1'));
    expect(started).toMatchObject({ code: 200, msg: 'The job was started.', data: { state: 'running', requestedBy: expect.stringMatching(/./) } });
    await slow.atWork;
    // The same act again, and another one.
    expect((await admin.post<JobRunView>(`${JOBS}/sim.slow/Actions/Run`, undefined, key('sim-1'))).data.id).toBe(started.data.id);
    const again = await admin.post(`${JOBS}/sim.slow/Actions/Run`, undefined, key('sim-2'));
    expect(again).toMatchObject({ code: 409, extras: { error: 'core.job-running' } });
    expect(again.msg).toContain('“sim.slow” is running already');
    slow.finish();
    const run = () => admin.get<JobRunWithLines>(`${JOBS}/sim.slow/Runs/${started.data.id}`);
    await expect
      .poll(async () => (await run()).data)
      .toMatchObject({
        state: 'done',
        done: 3,
        total: 10,
        text: 'third of ten',
        linesDropped: 0,
        lines: [{ line: 'begun' }],
      });
  });

  it('cancel a run and are told that it will stop, not that it has', async () => {
    const slow = addSlow('sim.cancel');
    const { data } = await admin.post<JobRunView>(`${JOBS}/sim.cancel/Actions/Run`, undefined, key('sim-3'));
    await slow.atWork;
    const address = `${JOBS}/sim.cancel/Runs/${data.id}`;
    const asked = await admin.post(`${address}/Actions/Cancel`);
    expect(asked).toMatchObject({
      code: 200,
      msg: 'The run was asked to end and will stop at the next safe place.',
      data: { state: 'running', cancelling: true },
    });
    await expect.poll(async () => (await admin.get<JobRunWithLines>(address)).data).toMatchObject({ state: 'cancelled', cancelling: false });
    expect((await admin.get<JobRunWithLines>(address)).data.reason).toContain('cancelled the run');
    expect(await admin.post(`${address}/Actions/Cancel`)).toMatchObject({ code: 200, msg: 'The run had ended already.', data: { state: 'cancelled' } });
    const audited = await server.db
      .selectFrom('core.audit')
      .select('action')
      .where('subject', '=', 'job')
      .where('subject_id', '=', 'sim.cancel')
      .orderBy('seq')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(['jobs.start', 'jobs.cancel', 'jobs.cancel']);
  });

  it('are told that a job of a short interval ended well since the run that failed and left a row', async () => {
    let fails = true;
    server.server.plugins.jobs.add({
      name: 'sim.quiet',
      owner: 'sim',
      when: { everySeconds: 60 },
      run: async () => {
        if (fails) throw new Error('SIM away');
      },
    });
    const run = async () => {
      server.time.advance(60_000);
      await server.server.plugins.jobs.runNow('sim.quiet');
      return await jobNamed('sim.quiet');
    };
    expect(await run()).toMatchObject({ quietSince: false, title: { en: 'sim.quiet' }, purpose: { en: '' }, pluginName: { en: 'sim' } });
    fails = false;
    expect(await run()).toMatchObject({ quietSince: true, lastRun: { state: 'failed', reason: 'SIM away' }, lastStartedAt: server.time.now.getTime() });
    fails = true;
    expect(await run()).toMatchObject({ quietSince: false, lastRun: { state: 'failed', startedAt: server.time.now.getTime() } });
  });

  it('turn the pages of ten thousand runs', async () => {
    addSlow('sim.many');
    await sql`insert into core.job_run (id, job, owner, node, state, started_at, ended_at, requested_by)
      select 'sim-many-' || n, 'sim.many', 'sim', 'pc', 'done', ${server.time.now}::timestamptz + n * interval '1 second', ${server.time.now}::timestamptz + n * interval '1 second', 'timer'
      from generate_series(1, ${sql.lit(JOB_RUNS)}) as n`.execute(server.db);
    const page = (query: string) => admin.get<{ list: JobRunView[]; pagination: object }>(`${JOBS}/sim.many/Runs${query}`);
    const first = (await page('')).data;
    expect([first.list.length, first.list[0]?.id]).toEqual([20, 'sim-many-10000']);
    expect(first.pagination).toMatchObject({ total: JOB_RUNS, currentPage: 1, pageSize: 20 });
    const last = (await page('?currentPage=100&pageSize=100')).data;
    expect([last.list.length, last.list.at(-1)?.id]).toEqual([100, 'sim-many-1']);
    expect((await page('?pageSize=501')).code).toBe(400);
    expect((await jobNamed('sim.many'))?.lastRun).toMatchObject({ id: 'sim-many-10000' });
    await server.server.plugins.jobs.store.forgetOld();
    expect((await page('')).data.pagination).toMatchObject({ total: 50 });
  });

  it('are told that a run is lost as soon as its lease is over', async () => {
    const slow = addSlow('sim.lost');
    const { data } = await admin.post<JobRunView>(`${JOBS}/sim.lost/Actions/Run`, undefined, key('sim-4'));
    await slow.atWork;
    server.time.advance(90_000);
    expect((await jobNamed('sim.lost'))?.lastRun).toMatchObject({
      id: data.id,
      state: 'lost',
      reason: 'The server that worked on it is gone; nobody knows how far it came.',
    });
    slow.finish();
  });
});

it('others see and start nothing, whatever they were granted', async () => {
  await server.db
    .insertInto('core.permission_grant')
    .values([
      { subject_type: 'user', subject_id: 'user-manager', kind: 'menu', menu_code: 'system.task' },
      { subject_type: 'user', subject_id: 'user-manager', kind: 'button', menu_code: 'system.task', item_code: 'btn_run' },
      { subject_type: 'user', subject_id: 'user-manager', kind: 'button', menu_code: 'system.task', item_code: 'btn_cancel' },
    ])
    .execute();
  const manager = await server.signIn('manager');
  await server.server.plugins.jobs.runNow('core.verify-audit');
  const before = await server.db.selectFrom('core.job_run').select('id').where('job', '=', 'core.verify-audit').orderBy('seq').execute();
  const run = `${JOBS}/core.verify-audit/Runs/${before[0]?.id}`;
  const answers = [
    await manager.get(JOBS),
    await manager.get(`${JOBS}/core.verify-audit/Runs`),
    await manager.get(run),
    await manager.post(`${JOBS}/core.verify-audit/Actions/Run`, undefined, key('sim-5')),
    await manager.post(`${run}/Actions/Cancel`),
  ];
  expect(answers.map(({ code, extras }) => [code, extras?.error])).toEqual(answers.map(() => [403, 'core.system-only']));
  expect(await server.db.selectFrom('core.job_run').select('id').where('job', '=', 'core.verify-audit').orderBy('seq').execute()).toEqual(before);
  expect(await (await server.signIn('doctor')).get(JOBS)).toMatchObject({ code: 403, extras: { error: 'core.forbidden' } });
});

describe('a plugin', () => {
  const started = async (id: string, jobs: string): Promise<PluginForAdministrator | undefined> => {
    writePackage(path.join(folder, id), { id, jobs: ['tidy'], server: serverSource(`/api/fixture/${id}`, '{}', `jobs: ${jobs},`) });
    await server.writeRegistry({ site: { name: 'SIM' }, plugins: [{ id, source: path.join(folder, id), enabled: true, jobs: ['tidy'] }] });
    return (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list.find((one) => one.id === id);
  };

  it('whose job names no time that ever comes is refused when it is loaded, with what to write', async () => {
    for (const [id, when, said] of [
      ['sim-never', "{ cron: '0 0 30 2 *' }", 'The cron text “0 0 30 2 *” of the job “tidy” of “sim-never” names a moment that never comes'],
      ['sim-wrong', "{ cron: '0 25 * * *' }", 'The cron text “0 25 * * *” of the job “tidy” of “sim-wrong” cannot be read'],
      ['sim-none', 'undefined', 'The job “tidy” of “sim-none” names no time: write when: { everySeconds: 60 }'],
    ] as const) {
      const view = await started(id, `[{ name: 'tidy', when: ${when}, run: async () => {} }]`);
      expect(view?.state, id).toBe('failed');
      expect(view?.reason, id).toContain(said);
      expect(await jobNamed(`${id}.tidy`)).toBeUndefined();
    }
  });

  it('is given what it may tell besides its context, and its job goes with it', async () => {
    const job = "{ name: 'tidy', when: { cron: '0 3 * * *' }, run: async (ctx, { progress, log }) => { progress(1, 1); log(ctx.pluginId); } }";
    expect((await started('sim-tidy', `[${job}]`))?.state).toBe('active');
    expect(await jobNamed('sim-tidy.tidy')).toMatchObject({ pluginId: 'sim-tidy', everySeconds: null, cron: '0 3 * * *', lastRun: null });
    const { data } = await admin.post<JobRunView>(`${JOBS}/sim-tidy.tidy/Actions/Run`, undefined, key('sim-6'));
    await expect
      .poll(async () => (await admin.get<JobRunWithLines>(`${JOBS}/sim-tidy.tidy/Runs/${data.id}`)).data)
      .toMatchObject({
        state: 'done',
        lines: [{ line: 'sim-tidy' }],
      });
    await server.writeRegistry({ site: { name: 'SIM' }, plugins: [] });
    expect(await jobNamed('sim-tidy.tidy')).toBeUndefined();
    // What it did can still be read.
    expect((await admin.get<{ list: JobRunView[] }>(`${JOBS}/sim-tidy.tidy/Runs`)).data.list).toHaveLength(1);
    expect(await admin.post(`${JOBS}/sim-tidy.tidy/Actions/Run`, undefined, key('sim-7'))).toMatchObject({ code: 404, extras: { error: 'core.job-unknown' } });
  });
});

it('an audit log that is not whole is a run that failed, with what to do', async () => {
  await server.server.core.parts.audit.settled();
  await server.database.transaction(async () => {
    await server.database.script('alter table core.audit disable trigger all; delete from core.audit where seq = 2; alter table core.audit enable trigger all');
  });
  await server.server.plugins.jobs.runNow('core.verify-audit');
  const { lastRun } = (await jobNamed('core.verify-audit')) ?? {};
  expect(lastRun).toMatchObject({ state: 'failed' });
  expect(lastRun?.reason).toContain('Entry 2 of the audit log was removed or altered. Secure the data');
});
