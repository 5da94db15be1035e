import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type SyncItem, type SyncRun, syncContract } from '../../contract/sync/sync.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './sync.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const run = (over: Partial<SyncRun>): SyncRun => ({
  ...{
    id: 'r1',
    source: 'wecom',
    direction: 'in',
    organizeId: 'gz',
    organizeName: 'SIM 中心',
    state: 'preview',
    creatorUser: 'SIM 管理员',
    creatorTime: 1_772_000_000_000,
    endTime: null,
  },
  ...{ adds: 2, changes: 0, disables: 1, conflicts: 1, total: 0, done: 0, refused: 0 },
  ...over,
});
const item: SyncItem = {
  ...{ lineNo: 1, subject: 'person', act: 'conflict', key: 'SIM.clerk', name: 'SIM 医保专员', detail: '账号 sim.clerk', state: 'planned' },
  reason: '手机号已属于其他人员',
};

async function open(shown: SyncRun) {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, syncContract, { runs: toPage([shown], 1, {}), items: toPage([item], 1, {}), preview: { id: 'r1' }, apply: null, undo: null });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'weChat.qyDepartment', fullName: '企业号组织' }) });
  const rendered = page;
  await rendered.until(() => document.body.textContent?.includes('SIM 中心'));
  await rendered.click(rendered.get('button', '查看'));
  await rendered.until(() => document.body.textContent?.includes('手机号已属于其他人员'));
  return { rendered, http: context.http, record: context.record };
}

it('what a preview found is shown, and done after a question, without what was ticked off', async () => {
  const { rendered, http, record } = await open(run({}));
  expect(document.body.textContent).toContain('新增 2，修改 0，停用 1，冲突 1');
  const ticks = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  expect(ticks.map(({ checked }) => checked)).toEqual([true, true]);
  await rendered.click(ticks[1] as HTMLElement);
  await rendered.click(rendered.get('button', '执行'));
  await rendered.until(() => http.callsOf(syncContract.routes.apply).length > 0);
  expect(http.callsOf(syncContract.routes.apply).at(-1)?.input.body).toEqual({ acts: ['add'] });
  expect(record.questions).toHaveLength(1);
});

it('one that is done is taken back after a question', async () => {
  const { rendered, http, record } = await open(run({ state: 'done', total: 3, done: 2, refused: 1, endTime: 1_772_000_100_000 }));
  expect(document.body.textContent).toContain('2 / 3，1 项未执行');
  await rendered.click(rendered.get('button', '撤销'));
  await rendered.until(() => http.callsOf(syncContract.routes.undo).length > 0);
  expect(record.questions).toHaveLength(1);
});
