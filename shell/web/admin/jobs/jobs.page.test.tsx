import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobRunView, type JobRunWithLines, jobsContract, type JobView } from '../../../contract/jobs.contract.ts';
import { createFakeShell } from '../../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../../shell-context.tsx';
import { Page } from './jobs.page.tsx';

const NOW = Date.parse('2026-03-02T02:00:00Z');
const words = (text: string) => ({ zh: text, zhtw: text, en: text });

const run = (more: Partial<JobRunView> = {}): JobRunView => ({
  id: 'run-1',
  job: 'sim.night',
  pluginId: 'sim',
  state: 'done',
  startedAt: NOW - 3_600_000,
  endedAt: NOW - 3_600_000 + 80_000,
  done: null,
  total: null,
  text: '',
  requestedBy: '',
  cancelling: false,
  reason: '',
  ...more,
});

const job = (name: string, title: string, more: Partial<JobView> = {}): JobView => ({
  name,
  title: words(title),
  purpose: words(`${title}的用途`),
  pluginId: 'sim',
  pluginName: words('演示插件'),
  everySeconds: null,
  cron: '30 2 * * *',
  nextAt: NOW + 86_400_000,
  lastStartedAt: NOW - 3_600_000,
  lastRun: run(),
  quietSince: false,
  ...more,
});

const NIGHT = job('sim.night', '夜间整理');
const BY_HAND = job('sim.hand', '重建索引', { cron: '', nextAt: null, lastStartedAt: null, lastRun: null });
const FAILED = job('sim.failed', '日对账', {
  everySeconds: 300,
  cron: '',
  nextAt: NOW - 1,
  lastRun: run({ id: 'run-f', job: 'sim.failed', state: 'failed', reason: '平台没有回答' }),
});
const HEALED = job('sim.healed', '签退', { everySeconds: 240, cron: '', lastRun: run({ state: 'failed', reason: '平台没有回答' }), quietSince: true });
const AT_WORK = run({ id: 'run-w', job: 'sim.work', state: 'running', endedAt: null, startedAt: NOW - 80_000, done: 3, total: 10, text: '第三批' });
const WORKING = job('sim.work', '目录下载', { everySeconds: 10, cron: '', lastRun: AT_WORK });

let page: RenderedPage | undefined;
let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Drawing {
  readonly list?: readonly JobView[];
  readonly runs?: readonly JobRunView[];
  readonly grants?: readonly string[];
  readonly isAdministrator?: boolean;
  readonly language?: 'zh' | 'en';
  readonly confirms?: boolean;
}

async function draw({ list = [NIGHT, BY_HAND, FAILED, HEALED], runs = [], grants, isAdministrator = true, language = 'zh', confirms = true }: Drawing = {}) {
  const context = createFakeWebContext({ grants, user: { isAdministrator }, now: () => NOW, language, confirms });
  const state = { list: [...list] };
  answerContract(context.http, jobsContract, {
    list: () => ({ list: state.list }),
    runs: ({ query }) => {
      const { currentPage = 1, pageSize = 20 } = query ?? {};
      const from = (currentPage - 1) * pageSize;
      return { list: runs.slice(from, from + pageSize), pagination: { total: runs.length, currentPage, pageSize, pageIndex: currentPage } };
    },
    run: ({ params }): JobRunWithLines => ({
      ...(runs.find(({ id }) => id === params.id) ?? expect.fail(`no run ${params.id}`)),
      lines: [{ at: NOW, line: `log of ${params.id}` }],
      linesDropped: 7,
    }),
    start: ({ params }) => run({ id: 'run-new', job: params.name, state: 'running', endedAt: null }),
    cancel: ({ params }) => run({ id: params.id, job: params.name, state: 'running', endedAt: null, cancelling: true }),
  });
  const { shell } = createFakeShell();
  page = await renderElement(
    <ShellProvider shell={shell}>
      <Page />
    </ShellProvider>,
    { context, menu: createFakeMenu({ enCode: 'system.task' }) },
  );
  const asked = (route: keyof typeof jobsContract.routes) => context.http.callsOf(jobsContract.routes[route]);
  return { ...page, context, state, asked };
}

const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('tr')].find((row) => row.textContent?.includes(name)) ?? expect.fail(`no row ${name}`);
const button = (within: Element | null, text: string) =>
  [...(within?.querySelectorAll('button') ?? [])].find((one) => one.textContent === text) ?? expect.fail(`no button ${text}`);
const offers = (name: string, text: string) => [...rowOf(name).querySelectorAll('button')].some((one) => one.textContent === text);
/** Time passes for the page's timers. */
const later = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const drawer = () => document.querySelector('[role=dialog]');

describe('the page of jobs', () => {
  it('says of each job when it runs, when next, how it ended and how long it took', async () => {
    await draw();
    for (const part of ['夜间整理', '完成', '1 分 20 秒', '每天 02:30', '1小时前', '2026-03-03 10:00', '演示插件'])
      expect(rowOf('夜间整理').textContent).toContain(part);
    for (const part of ['尚未运行', '由人启动']) expect(rowOf('重建索引').textContent).toContain(part);
    for (const part of ['失败', '每 5 分钟', '即将运行']) expect(rowOf('日对账').textContent).toContain(part);
  });

  it('a job that ended well since its latest record is not called failed, and no duration of the old run shows', async () => {
    await draw();
    expect(rowOf('签退').textContent).toContain('完成');
    expect(rowOf('签退').textContent).not.toContain('1 分 20 秒');
  });

  it('speaks English', async () => {
    await draw({ language: 'en' });
    for (const part of ['Done', '1 min 20 s', 'every day at 02:30']) expect(rowOf('夜间整理').textContent).toContain(part);
  });

  it('narrows to those whose last run was not done, and by words', async () => {
    const { click, get, type } = await draw();
    await click(get('button', /^最近一次未完成/));
    expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent?.includes('日对账'))).toEqual([true]);
    await click(get('button', /^全部/));
    await type(get('textbox', '按任务、插件或编号筛选'), 'HAND');
    expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent?.includes('重建索引'))).toEqual([true]);
    await type(get('textbox', '按任务、插件或编号筛选'), 'nothing');
    expect(document.body.textContent).toContain('没有符合条件的任务');
  });

  it('says what could not be read, and reads again', async () => {
    const { context, click, get, asked } = await draw();
    context.http.refuse(jobsContract.routes.list, { error: 'core.system-only', code: 403, message: '只有系统管理员可以' });
    await click(get('button', '刷新'));
    expect(document.body.textContent).toContain('只有系统管理员可以');
    context.http.answer(jobsContract.routes.list, { list: [NIGHT] });
    await click(get('button', /重试/));
    expect(rowOf('夜间整理').textContent).toContain('完成');
    expect(asked('list')).toHaveLength(3);
  });
});

describe('run now and cancel', () => {
  it('starts a timed job at once; pressed again after a lost answer it is the same act', async () => {
    const { click, asked, context } = await draw();
    context.http.refuse(jobsContract.routes.start, { error: 'network', code: 0 });
    await click(button(rowOf('夜间整理'), '立即运行'));
    await click(button(rowOf('夜间整理'), '立即运行'));
    const keys = asked('start').map(({ options }) => options.idempotencyKey);
    expect([keys.length, new Set(keys).size, context.record.questions]).toEqual([2, 1, []]);
    context.http.answer(jobsContract.routes.start, run({ state: 'running' }));
    await click(button(rowOf('夜间整理'), '立即运行'));
    expect(context.record.toasts).toEqual([{ kind: 'success', text: 'ok' }]);
    // The list was read again.
    expect(asked('list')).toHaveLength(2);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('asks before a job that only a person starts (%s)', async (confirms, starts) => {
    const { click, asked, context } = await draw({ confirms });
    await click(button(rowOf('重建索引'), '立即运行'));
    expect(context.record.questions[0]?.content).toBe('“重建索引”只由人启动，到时间不会自己运行。现在运行吗？重建索引的用途');
    expect(asked('start')).toHaveLength(starts);
  });

  it('stops a run after a question that is not asked in the words of the button that keeps it', async () => {
    const { click, asked, context } = await draw({ list: [WORKING] });
    expect(offers('目录下载', '立即运行')).toBe(false);
    await click(button(rowOf('目录下载'), '停止运行'));
    expect(context.record.questions).toMatchObject([{ danger: true, content: expect.stringMatching(/^停止“目录下载”/) }]);
    expect(asked('cancel').map(({ input }) => input)).toEqual([{ params: { name: 'sim.work', id: 'run-w' } }]);
  });

  it.each([
    ['who may only look', { grants: ['system.task'] }],
    ['whose right is one of their organisation', { isAdministrator: false }],
  ])('offers neither to those %s', async (_whom, options) => {
    await draw({ ...options, list: [NIGHT, WORKING] });
    expect([offers('夜间整理', '立即运行'), offers('目录下载', '停止运行'), offers('夜间整理', '运行记录')]).toEqual([false, false, true]);
  });
});

describe('a run at work', () => {
  it('has a bar that moves by itself, until it has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { state, asked } = await draw({ list: [WORKING] });
    const bar = () => document.querySelector('progress');
    expect([bar()?.value, bar()?.max, bar()?.getAttribute('aria-label')]).toEqual([3, 10, '进度 目录下载']);
    expect(rowOf('目录下载').textContent).toContain('3/10 第三批');
    state.list = [{ ...WORKING, lastRun: { ...AT_WORK, done: 8 } }];
    await later(2_010);
    expect(bar()?.value).toBe(8);
    expect(asked('list').at(-1)?.options).toMatchObject({ background: true, quiet: true });
    state.list = [{ ...WORKING, lastRun: run({ id: 'run-w' }) }];
    await later(2_010);
    expect(bar()).toBeNull();
    const calls = asked('list').length;
    await later(60_000);
    expect(asked('list')).toHaveLength(calls);
  });

  it('asks nothing while nobody sees the page, and looks at once when somebody does; a server that is away is asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { asked, context } = await draw({ list: [WORKING] });
    visibility = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    await later(60_000);
    expect(asked('list')).toHaveLength(1);
    context.http.refuse(jobsContract.routes.list, { error: 'network', code: 0 });
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await later(2_010);
    expect(asked('list').length).toBeGreaterThanOrEqual(3);
    expect(document.querySelector('progress')?.value).toBe(3);
  });

  it('whose length nobody knows has a bar without one', async () => {
    await draw({ list: [{ ...WORKING, lastRun: { ...AT_WORK, done: 12, total: null, text: '' } }] });
    expect(document.querySelector('progress')?.hasAttribute('value')).toBe(false);
    expect(rowOf('目录下载').textContent).toContain('12');
  });
});

describe('runs of a job', () => {
  it('show page by page with the log of the one that is chosen; a failed one says what to do', async () => {
    const failed = run({ id: 'run-f', job: 'sim.failed', state: 'failed', reason: '平台没有回答' });
    const others = Array.from({ length: 44 }, (_, at) => run({ id: `run-${at}`, requestedBy: at === 0 ? '管理员' : '' }));
    const { click, asked, text, until } = await draw({ runs: [failed, ...others] });
    await click(button(rowOf('日对账'), '运行记录'));
    await until(() => drawer()?.textContent?.includes('log of run-f'));
    for (const part of ['日对账的用途', '平台没有回答', '怎么办：先看原因', '另有 7 行没有保留', '管理员', '到时间自动', '共 45 条'])
      expect(text()).toContain(part);
    await click([...(drawer()?.querySelectorAll('button') ?? [])].find((one) => one.getAttribute('aria-label') === '第 3 页') ?? expect.fail('no third page'));
    expect(asked('runs').at(-1)?.input).toEqual({ params: { name: 'sim.failed' }, query: { currentPage: 3, pageSize: 20 } });
    await click(button(drawer(), '查看日志'));
    await until(() => drawer()?.textContent?.includes('log of run-39'));
    expect(text()).not.toContain('怎么办');
  });

  it('a run that begins meanwhile is the one that shows, and comes into the list', async () => {
    const runs = [run({ id: 'run-1' })];
    const { click, state, until, get } = await draw({ list: [NIGHT], runs });
    await click(button(rowOf('夜间整理'), '运行记录'));
    await until(() => drawer()?.textContent?.includes('log of run-1'));
    runs.unshift(run({ id: 'run-2', state: 'running', endedAt: null }));
    state.list = [{ ...NIGHT, lastRun: runs[0] ?? null }];
    await click(button(drawer(), '立即运行'));
    await until(() => drawer()?.textContent?.includes('log of run-2'));
    expect(get('log', /的运行/).textContent).toContain('log of run-2');
    expect(drawer()?.querySelectorAll('tbody tr')).toHaveLength(2);
  });

  it('a job without runs says so', async () => {
    const { click, until } = await draw();
    await click(button(rowOf('重建索引'), '运行记录'));
    await until(() => drawer()?.textContent?.includes('还没有运行记录'));
    expect(drawer()?.querySelector('[aria-label="日志"]')).toBeNull();
  });
});
