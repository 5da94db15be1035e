import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type AddedLanguageRow, languageContract, type TextImportRow, type TextRow } from '../../contract/language/language.contract.ts';
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
const vi: AddedLanguageRow = { code: 'vi', name: 'Tiếng Việt', base: 'en', enabled: 0, filled: 7, total: 9 };
const { routes } = languageContract;

async function open(rows: readonly TextImportRow[] = []): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  answerContract(context.http, languageContract, {
    list: toPage([row], 1, {}),
    owners: { list: ['core', 'beds'] },
    save: { id: row.id },
    importPreview: { list: [...rows], same: 3, languages: [{ code: 'vi', filled: 7, total: 9 }] },
    languages: { list: [vi] },
    keepLanguage: { ...vi, enabled: 1 },
    removeLanguage: null,
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

  it('draws no row again for the answers that come after the rows', async () => {
    const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
    let drawn = 0;
    const counted: TextRow = Object.defineProperty({ ...row }, 'zh', { get: () => `机位 ${++drawn}` });
    let come = (): void => undefined;
    const beside = new Promise<void>((resolve) => {
      come = resolve;
    });
    context.http.answer(routes.list, toPage([counted], 1, {}));
    context.http.answer(routes.owners, () => beside.then(() => ({ list: ['core', 'beds'] })));
    context.http.answer(routes.languages, () => beside.then(() => ({ list: [vi] })));
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.language', fullName: '语言管理' }) });
    const shown = page;
    await shown.until(() => shown.text().includes('机位'));
    await shown.settle();
    const before = drawn;
    come();
    await shown.until(() => shown.find('combobox', '站点语言'));
    await shown.settle();
    expect(drawn).toBe(before);
  });

  it('adds a language, tells a wrong code at its field, and enables it', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '更多语言'));
    await shown.until(() => shown.text().includes('Tiếng Việt'));
    await shown.click(shown.get('button', '添加语言'));
    await shown.type(await shown.until(() => shown.find('textbox', /^代码/)), 'zh');
    await shown.type(shown.get('textbox', /^名称/), 'SIM');
    await shown.click(shown.get('button', '保存'));
    expect(shown.context.http.callsOf(routes.keepLanguage)).toEqual([]);
    await shown.type(shown.get('textbox', /^代码/), 'pt-br');
    await shown.click(shown.get('button', '保存'));
    const added = await shown.until(() => shown.context.http.callsOf(routes.keepLanguage)[0]);
    expect(added.input).toMatchObject({ params: { code: 'pt-br' }, body: { name: 'SIM', base: 'en', enabled: 0 } });
    await shown.click(await shown.until(() => shown.find('button', '启用')));
    const enabled = await shown.until(() => shown.context.http.callsOf(routes.keepLanguage)[1]);
    expect(enabled.input).toMatchObject({ params: { code: 'vi' }, body: { name: 'Tiếng Việt', base: 'en', enabled: 1 } });
  });

  it('shows what a language lacks from its row, and words a text in it', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '更多语言'));
    await shown.click(await shown.until(() => shown.find('button', /查看缺失/)));
    const call = await shown.until(() => shown.context.http.callsOf(routes.list).find(({ input }) => (input.query as { language?: string }).language === 'vi'));
    expect(call.input.query).toMatchObject({ state: 'missing' });
    await shown.until(() => shown.text().includes('缺失'));
    await shown.click(shown.get('button', '编辑'));
    await shown.type(await shown.until(() => shown.find('textbox', /^Tiếng Việt/)), 'Giường');
    await shown.click(shown.get('button', '保存'));
    const saved = await shown.until(() => shown.context.http.callsOf(routes.save)[0]);
    expect(saved.input.body).toMatchObject({ key: 'bed.name', added: { language: 'vi', wording: 'Giường' } });
  });

  it('shows what a workbook would change before it is taken', async () => {
    const shown = await open([{ id: 'beds:bed.name', act: 'edit', wording: 'SIM 新', reason: '' }]);
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no field for a file');
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'texts.xlsx')], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await shown.until(() => shown.text().includes('SIM 新'));
    expect(shown.text()).toContain('另有 3 条没有差别');
    expect(shown.text()).toContain('导入后 vi 有 7 / 9 条文字');
    expect(shown.context.http.callsOf(routes.importFile)).toEqual([]);
    await shown.click(shown.all('button', '导入').at(-1) ?? shown.get('button', '导入'));
    await shown.until(() => shown.context.http.callsOf(routes.importFile)[0]);
  });
});
