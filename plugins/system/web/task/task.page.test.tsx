import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { task, taskContract } from '../../contract/task/task.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './task.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = recordRow(task, {
  id: 'task-1',
  fullName: '清理占号',
  enCode: 'SIM.tidy',
  executeType: '3',
  executeContent: JSON.stringify({ cron: '30 2 * * *', localHostTaskId: 'sim.tidy' }),
  cron: '30 2 * * *',
  does: '整理',
  runCount: 7,
  enabledMark: 1,
  version: 3,
});
const methods = [{ id: 'sim.tidy', fullName: '整理', cron: '0 3 * * *' }];
const answers = {
  list: { ...toPage([row], 1, {}), keeps: true },
  one: row,
  methods,
  edit: { id: 'task-1', version: 4 },
  run: { runId: 'run-1' },
  log: toPage([{ id: 'run-1', runTime: 1_772_416_800_000, runResult: 1, description: '没有得到答复', duration: 2_500, runBy: '' }], 1, {}),
};

async function open(): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, taskContract, answers);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.scheduleTask' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('清理占号'));
  return shown;
}
const asked = (shown: RenderedPage, route: keyof typeof taskContract.routes) => shown.context.http.callsOf(taskContract.routes[route]);

it('[2.5-05] tells timetables in words; one is chosen in words and sent as five fields', async () => {
  const shown = await open();
  expect(shown.text()).toContain('每天 02:30');
  await shown.click(shown.get('button', '编辑'));
  const time = (await shown.until(() => document.querySelector('input[type="time"]'))) as HTMLInputElement;
  await shown.until(() => shown.text().includes('整理'));
  // Who looks for a task of an interface is told where they look.
  expect(document.body.textContent).toContain('数据接口尚未开放');
  await shown.type(time, '04:15');
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => asked(shown, 'edit')[0]);
  expect(JSON.parse(String((call.input.body as { readonly executeContent: string }).executeContent))).toEqual({
    cron: '15 4 * * *',
    localHostTaskId: 'sim.tidy',
  });
});

it('[2.5-05] runs one now, and shows its runs with how long they took and why they failed', async () => {
  const shown = await open();
  await shown.click(shown.get('button', '立即运行'));
  expect((await shown.until(() => asked(shown, 'run')[0])).input).toMatchObject({ params: { id: 'task-1' } });
  await shown.click(shown.get('button', /更多/));
  await shown.click(await shown.until(() => shown.find('menuitem', '运行记录')));
  await shown.until(() => shown.text().includes('没有得到答复'));
  expect(shown.text()).toContain('2.5 s');
  expect(shown.text()).toContain('到时间自动');
});

recordScreens(taskContract, {
  Page,
  row: { ...row },
  texts,
  answer: ({ http }) => http.answer(taskContract.routes.methods, methods as never),
  typed: { fullName: '夜间清理', enCode: 'SIM.t2' },
});
