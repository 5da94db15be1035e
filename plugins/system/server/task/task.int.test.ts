import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ExtensionToken, isAppError, type ServiceToken } from '@nephra/plugin-sdk/contract';
import { type JobBoard, jobBoard, type RowJob, rowJobs, taskMethods } from '@nephra/plugin-sdk/server';
import { createFakeJobRun } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSINESS_ZONE } from '../../../../shell/server/core/clock/clock.ts';
import { scheduleProblem } from '../../../../shell/server/jobs/schedule.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { taskContract } from '../../contract/task/task.contract.ts';
import system from '../index.ts';
import { taskTable } from '../tables/task.table.ts';

const { routes } = taskContract;
const admin = staff({ userId: 'admin', userName: '管理员', isAdministrator: true });
const NIGHTLY = JSON.stringify({ cron: '0 3 * * *', localHostTaskId: 'sim.tidy' });

let host: PluginHost;
const done: string[] = [];
const changes: string[] = [];
const untold = { done: null, total: null, text: '' };
/** The scheduler of the shell is proven in its own tests; here stands what is asked of it. */
const board: JobBoard = {
  cronProblem: (cron) => {
    const problem = scheduleProblem({ cron }, BUSINESS_ZONE);
    return problem && (problem.key === 'job-cron-never' ? 'never' : 'unreadable');
  },
  momentAfter: (_cron, moment) => moment,
  changed: () => void changes.push('changed'),
  times: async () => new Map(),
  runs: async (job, request) => ({
    list: [
      {
        id: 'run-2',
        state: 'failed',
        startedAt: new Date(2_000),
        endedAt: new Date(4_500),
        error: 'system.task-call-status',
        errorParams: { host: 'http://sim', status: 500 },
        requestedName: '',
        ...untold,
      },
      {
        id: 'run-1',
        state: 'running',
        startedAt: new Date(1_000),
        endedAt: null,
        error: '',
        errorParams: {},
        requestedName: JSON.stringify([job, request]),
        ...untold,
      },
    ],
    pagination: { currentPage: 1, pageIndex: 1, pageSize: 20, total: 2 },
  }),
  start: async (job, { userName }) => `${job} by ${userName}`,
  cancel: async () => true,
};
let away: ReturnType<typeof createServer>;
let origin = '';
const heard: string[] = [];
beforeAll(async () => {
  host = await hostPlugins({ system: system as never });
  host.provide(jobBoard as ServiceToken<unknown>, board);
  host.extend(taskMethods as ExtensionToken<unknown>, 'sim', {
    id: 'tidy',
    title: { zh: '整理', zhtw: '整理', en: 'Tidy' },
    cron: '0 3 * * *',
    run: async () => void done.push('tidied'),
  });
  away = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/' });
    else response.writeHead(request.url === '/broken' ? 500 : 200);
    response.end();
  });
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
  host.allowOutbound(origin);
});
afterAll(async () => {
  await new Promise((resolve) => away.close(resolve));
  await host.close();
});

const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Parameters<PluginHost['call']>[2] = {}) =>
  host.call('system', route, { user: admin, ...given });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { key: error.key, at: (error.fields ?? []).map(({ path }) => path) };
};
let made = 0;
const body = (executeContent: string, over: object = {}) => {
  made += 1;
  return { fullName: `SIM 任务 ${made}`, enCode: `SIM.task${made}`, executeType: '3', executeContent, ...over } as never;
};
const add = async (content: string, over: object = {}) => (await call(routes.create, { body: body(content, over) })).id;
const one = (id: string) => call(routes.one, { params: { id } });
const jobs = async (): Promise<readonly RowJob[]> => {
  const [source] = host.context('system').extensions(rowJobs);
  return (await source?.value.read()) ?? [];
};
const jobOf = async (id: string) => (await jobs()).find(({ name }) => name === `task-${id}`);
const http = (path: string, more: object = {}) => JSON.stringify({ cron: '*/5 * * * *', url: `${origin}${path}`, ...more });

describe('[2.5-05] tasks', () => {
  it('are rows of the one timetable: on by their cron text, off on demand, gone with their row', async () => {
    const id = await add(JSON.stringify({ cron: '0 30 3 * * ?', interfaceId: '', localHostTaskId: 'sim.tidy' }));
    expect(await one(id)).toMatchObject({ cron: '30 3 * * *', does: '整理', runCount: 0, lastRunTime: 0, enabledMark: 1 });
    expect(await jobOf(id)).toMatchObject({ when: { cron: '30 3 * * *' }, title: { zh: expect.stringContaining('SIM') } });
    const { version } = await call(routes.stop, { params: { id } });
    expect(await call(routes.stop, { params: { id } })).toEqual({ id, version });
    expect((await jobOf(id))?.when).toBe('demand');
    await call(routes.enable, { params: { id } });
    expect((await jobOf(id))?.when).toEqual({ cron: '30 3 * * *' });
    await call(routes.remove, { params: { id } });
    expect(await jobOf(id)).toBeUndefined();
    expect(changes.length).toBeGreaterThanOrEqual(4);
  });

  it('count from when they were turned on or timed anew, and not from a change of their name', async () => {
    const id = await add(NIGHTLY);
    const sinceOf = async () => (await jobOf(id))?.since?.getTime();
    const first = await sinceOf();
    host.time.now = new Date(host.time.now.getTime() + 60_000);
    await call(routes.edit, { params: { id }, body: { fullName: 'SIM 新名' } as never });
    expect(await sinceOf()).toBe(first);
    await call(routes.edit, { params: { id }, body: { executeContent: NIGHTLY.replace('0 3', '0 4') } as never });
    expect(await sinceOf()).toBe(host.time.now.getTime());
  });

  it('run the method of a plugin, and say so when there is none any more', async () => {
    const id = await add(NIGHTLY);
    await (await jobOf(id))?.run(createFakeJobRun());
    expect(done).toEqual(['tidied']);
    expect((await one(id)).runCount).toBe(1);
    const run = (await jobOf(id))?.run;
    host.withdrawExtensions('sim');
    expect(await refusal(run?.(createFakeJobRun()) ?? Promise.resolve())).toMatchObject({ key: 'system.task-method-missing' });
    // What stands there may be renamed and stopped; it is not turned on again.
    await call(routes.edit, { params: { id }, body: { fullName: 'SIM 旧' } as never });
    await call(routes.stop, { params: { id } });
    expect(await refusal(call(routes.enable, { params: { id } }))).toEqual({ key: 'system.task-method-missing', at: ['executeContent'] });
    host.extend(taskMethods as ExtensionToken<unknown>, 'sim', {
      id: 'tidy',
      title: { zh: '整理', zhtw: '整理', en: 'Tidy' },
      cron: '0 3 * * *',
      run: async () => undefined,
    });
  });

  it('call listed hosts alone, follow no redirect, and fail by any other status', async () => {
    const run = async (path: string, more?: object) => {
      const handle = createFakeJobRun();
      await (await jobOf(await add(http(path, more), { executeType: '1' })))?.run(handle);
      return handle.record.lines;
    };
    expect(await run('/well?key=1')).toEqual([expect.stringMatching(new RegExp(`^GET ${origin} 200, \\d+ ms$`))]); // pattern: the port is the test's
    await run('/said', { method: 'POST', body: '{}' });
    expect(await refusal(run('/broken'))).toMatchObject({ key: 'system.task-call-status' });
    expect(await refusal(run('/moved'))).toMatchObject({ key: 'system.task-call-status' });
    expect(heard).toEqual(['GET /well?key=1', 'POST /said', 'GET /broken', 'GET /moved']);
    for (const url of ['http://169.254.169.254/latest', 'https://unlisted.example/', 'http://127.0.0.1:1/'])
      expect(await refusal(add(JSON.stringify({ cron: '0 3 * * *', url }), { executeType: '1' }))).toEqual({ key: 'system.task-host', at: ['executeContent'] });
  });

  it.each([
    ['{"cron":"0 3 30 2 *","localHostTaskId":"sim.tidy"}', 'task-cron-never'],
    ['{"cron":"every night","localHostTaskId":"sim.tidy"}', 'task-cron'],
    ['{"cron":"*/5 * * * * ?","localHostTaskId":"sim.tidy"}', 'task-cron'],
    ['{"cron":"0 3 * * *"}', 'task-no-method'],
    ['{"cron":"0 3 * * *","localHostTaskId":"sim.never"}', 'task-method-missing'],
    ['no json', 'task-unreadable'],
  ])('%s is refused at its field: %s', async (content, key) => {
    expect(await refusal(add(content))).toEqual({ key: `system.${key}`, at: ['executeContent'] });
  });

  it('of a data interface or of SQL, as older clients send them, are refused at their field and not kept', async () => {
    const content = JSON.stringify({ cron: '0 0 3 * * ?', interfaceId: '317', interfaceName: 'SIM 接口', parameter: [], localHostTaskId: '' });
    const kept = (await jobs()).length;
    expect(await refusal(add(content, { executeType: '1' }))).toEqual({ key: 'system.task-interface', at: ['executeContent'] });
    expect((await refusal(add(content, { executeType: '2' }))).at).toEqual(['executeType']);
    expect(await jobs()).toHaveLength(kept);
  });

  it('are started by hand, and their runs are told with duration and error', async () => {
    const id = await add(NIGHTLY);
    expect(await call(routes.run, { params: { id } })).toEqual({ runId: `system.task-${id} by 管理员` });
    const { list } = await call(routes.log, { params: { id }, query: { runResult: '1', startTime: '1000', endTime: '' } });
    expect(list).toMatchObject([
      { runTime: 2_000, runResult: 1, duration: 2_500, description: 'http://sim 答复了 500。' },
      { runTime: 1_000, runResult: 2, duration: null, description: '' },
    ]);
    expect(JSON.parse(list[1]?.runBy ?? '')).toMatchObject([`system.task-${id}`, { ended: 'badly', from: '1970-01-01T00:00:01.000Z' }]);
    expect(await refusal(call(routes.log, { params: { id: 'never' } }))).toMatchObject({ key: 'system.not-found' });
  });

  it('are for system administrators, whatever else was granted', async () => {
    const id = await add(NIGHTLY);
    for (const route of [routes.stop, routes.remove])
      expect(await refusal(call(route, { params: { id }, user: staff() }))).toMatchObject({ key: 'core.record-shared' });
    expect(await refusal(call(routes.run, { params: { id }, user: staff() }))).toMatchObject({ key: 'core.system-only' });
    expect(await one(id)).toMatchObject({ enabledMark: 1 });
  });

  it('are offered what plugins have, by names in the language of the caller', async () => {
    const english = staff({ userId: 'admin', isAdministrator: true, language: 'en' });
    const methods = await call(routes.methods, { user: english });
    expect(methods).toEqual(expect.arrayContaining([{ id: 'sim.tidy', fullName: 'Tidy', cron: '0 3 * * *' }]));
    expect(methods.map(({ id }) => id)).toContain('system.forget-holds');
  });
});

recordSuite(taskContract, {
  host: () => host,
  by: admin,
  unique: ['enCode'],
  reader: staff(),
  given: { executeType: '3', executeContent: NIGHTLY },
  readByCode: ['executeContent'],
});
recordStaticSuite(taskContract, { host: () => host, table: taskTable });
