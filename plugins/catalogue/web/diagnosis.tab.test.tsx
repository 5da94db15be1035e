import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { recordScreens } from '../../../tests/support/records/record-screens.tsx';
import { diagnosis, diagnosisContract } from '../contract/diagnosis.contract.ts';
import { catalogueContract } from '../contract/catalogue-maintenance.contract.ts';
import { catalogueProposalContract } from '../contract/catalogue-proposal.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { rowsOf } from './catalogue.fixture.ts';
import { Page as CataloguePage } from './catalogue.page.tsx';
import { DiagnosisTab } from './diagnosis.tab.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = recordRow(diagnosis, { id: 'N18.501', code: 'N18.501', name: '终末期肾病', version: 4 });

it('is a tab of the catalogue; a code is given once, and taking one out of use is asked for by name', async () => {
  const context = createFakeWebContext({ texts });
  const { http } = context;
  const { routes } = diagnosisContract;
  http.answer(catalogueContract.routes.entries, rowsOf([]));
  http.answer(catalogueProposalContract.routes.list, rowsOf([]));
  http.answer(routes.list, { ...toPage([row], 1, {}), keeps: true });
  http.answer(routes.one, row);
  http.answer(routes.edit, { id: row.id, version: 5 });
  http.answer(routes.state, { id: row.id, version: 5 });
  page = await renderPage(CataloguePage, { context, menu: createFakeMenu({ enCode: 'his.catalogue' }) });
  const shown = page;
  await shown.click(shown.get('tab', '诊断'));
  await shown.until(() => shown.text().includes('终末期肾病'));
  for (const name of ['新建诊断', '导入', '导出'] as const) expect(shown.find('button', name), name).toBeDefined();
  await shown.click(shown.get('button', '编辑'));
  const code = await shown.until(() => shown.find('textbox', '诊断编码'));
  expect(code.hasAttribute('disabled')).toBe(true);
  await shown.type(shown.get('textbox', '诊断名称'), '慢性肾脏病5期');
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => http.callsOf(routes.edit)[0]);
  expect(call.input).toEqual({ params: { id: 'N18.501' }, body: { code: 'N18.501', name: '慢性肾脏病5期', version: 4 } });
  await shown.settle();
  await shown.click(shown.get('button', '停用'));
  expect(context.record.questions.at(-1)?.content).toContain('“终末期肾病”');
  await shown.until(() => http.callsOf(routes.state)[0]);
  await shown.click(shown.get('button', '导入'));
  await shown.until(() => shown.text().includes('每次最多 60000 行') && shown.text().includes('可直接使用'));
});

recordScreens(diagnosisContract, { Page: () => <DiagnosisTab />, row: { ...row }, texts, typed: { code: 'A00', name: '霍乱' } });
