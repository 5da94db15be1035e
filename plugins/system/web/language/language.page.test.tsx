import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { languageContract, type TextImportRow, type TextRow } from '../../contract/language/language.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './language.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});
const own = { zh: '床位', zhtw: '床位', en: 'Bed' };
const row: TextRow = { id: 'beds:bed.name', owner: 'beds', key: 'bed.name', ...own, zh: '机位', own, changed: 'zh', missing: '' };
const { routes } = languageContract;

async function open(rows: readonly TextImportRow[] = []): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, languageContract, {
    list: toPage([row], 1, {}),
    owners: { list: ['core', 'beds'] },
    save: { id: row.id },
    importPreview: { list: [...rows], same: 3 },
    importFile: { edited: 1, unchanged: 3, skipped: 0 },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.language', fullName: '语言管理' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('机位'));
  return shown;
}

describe('[2.5-05] page of texts', () => {
  it('words a text with its own words on view, and takes it back', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '编辑'));
    const english = await shown.until(() => shown.find('textbox', /英文/));
    expect(shown.text()).toContain('原文：Bed');
    await shown.type(english, 'Place');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.save)[0]);
    expect(call.input.body).toEqual({ owner: 'beds', key: 'bed.name', zh: '机位', zhtw: '床位', en: 'Place' });
  });

  it('shows what a workbook would change before it is taken', async () => {
    const shown = await open([{ id: 'beds:bed.name', act: 'edit', wording: 'SIM 新', reason: '' }]);
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no field for a file');
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'texts.xlsx')], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await shown.until(() => shown.text().includes('SIM 新'));
    expect(shown.text()).toContain('另有 3 条没有差别');
    expect(shown.context.http.callsOf(routes.importFile)).toEqual([]);
    await shown.click(shown.all('button', '导入').at(-1) ?? shown.get('button', '导入'));
    await shown.until(() => shown.context.http.callsOf(routes.importFile)[0]);
  });
});
