import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { group, groupContract } from '../../contract/group.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { Page } from './group.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = recordRow(group, {
  id: 'group-1',
  fullName: '质控小组',
  enCode: 'G1',
  type: 'quality',
  sortCode: 1,
  version: 3,
  lastModifyTime: 1_772_416_800_000,
  creatorTime: 1_772_416_800_000,
  memberCount: 2,
});

it('[2.5-08] groups show their kind, and saving keeps it', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, groupContract, { list: toPage([row], 1, {}), one: row, edit: { id: 'group-1', version: 4 } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.group' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('质量控制'));
  await shown.click(shown.get('button', '编辑'));
  await shown.type(await shown.until(() => shown.find('textbox', '分组名称')), '质控组');
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => context.http.callsOf(groupContract.routes.edit)[0]);
  expect(call.input).toMatchObject({ params: { id: 'group-1' }, body: { fullName: '质控组', type: 'quality', version: 3 } });
});

recordScreens(groupContract, { Page, row: { ...row }, texts, typed: { fullName: '值班组', enCode: 'SIM.G2' } });
