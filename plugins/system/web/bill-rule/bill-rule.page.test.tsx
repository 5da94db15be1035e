import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { billRule, billRuleContract } from '../../contract/bill-rule/bill-rule.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './bill-rule.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = recordRow(billRule, {
  id: 'rule-1',
  fullName: '门诊号',
  enCode: 'SIM.patient',
  prefix: 'MZ',
  dateFormat: 'yyyyMM',
  digit: 4,
  startNumber: '1',
  example: 'MZ2026030001',
  outputNumber: 'MZ2026030017',
  usedFor: '门诊号',
  version: 3,
  enabledMark: 1,
});

it('[7.14-01] [8-08] shows what a rule gives and gave; a file of one is chosen and imported', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, billRuleContract, { list: { ...toPage([row], 1, {}), keeps: true }, one: row, importFile: { id: 'rule-1', change: 'edited' } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.billRule' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('MZ2026030017'));
  expect(shown.text()).toContain('MZ2026030001');
  const file = new File(['{}'], 'SIM.json', { type: 'application/json' });
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [file] });
    this.dispatchEvent(new Event('change'));
  });
  await shown.click(shown.get('button', '导入'));
  click.mockRestore();
  await shown.until(() => context.http.callsOf(billRuleContract.routes.importFile)[0]);
  await shown.until(() => context.http.callsOf(billRuleContract.routes.list).length === 2);
  expect(context.record.toasts).toEqual([{ kind: 'success', text: 'ok', durationMs: 1_000 }]);
});

recordScreens(billRuleContract, { Page, row: { ...row }, texts, typed: { fullName: '领料单', enCode: 'SIM.r2' } });
