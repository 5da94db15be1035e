import { EnvelopeCode, LANGUAGES, toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, describe, expect, it } from 'vitest';
import { recordScreens } from '../../../../../tests/support/records/record-screens.tsx';
import { recordPage } from '../record-page.tsx';

const diet = defineRecord('meals.diet', {
  title: ['膳食', '膳食', 'Diet'],
  wire: { at: '/api/meals/Diet' },
  fields: {
    fullName: field.text(50).required().label('膳食名称', '膳食名稱', 'Name'),
    dishes: field
      .lines({
        max: 4,
        fields: {
          dish: field.text(20).required().label('菜品', '菜品', 'Dish'),
          grams: field.decimal(1, 0, 5_000).label('克数', '克數', 'Grams'),
          price: field.money().label('价格', '價格', 'Price'),
          kind: field.choice(10, ['a', '主食', '主食', 'Main'], ['b', '汤', '湯', 'Soup']).label('类型', '類型', 'Kind'),
          cold: field.flag().label('冷食', '冷食', 'Cold'),
          from: field.day().label('起始日', '起始日', 'From'),
        },
      })
      .label('菜单', '菜單', 'Menu'),
    ...STANDARD_FIELDS,
  },
  list: { columns: ['fullName'] },
  acts: { create: {}, edit: {}, remove: {}, state: {}, copy: {}, print: {} },
});
const contract = recordContract(diet);
const Page = recordPage(contract);
const dish = (id: string, name: string) => ({ id, dish: name, grams: 12.5, price: 3.5, kind: '旧', cold: 1 as const, from: '2026-02-28' });
const row = {
  id: 'd1',
  version: 3,
  creatorTime: 0,
  lastModifyTime: 0,
  fullName: '普食',
  dishes: [dish('l1', '米饭'), dish('l2', '青菜'), dish('l3', '豆腐')],
  sortCode: 1,
  enabledMark: 1 as const,
  description: '',
};

recordScreens(contract, { Page, row, texts: {}, typed: { fullName: '软食' } });

describe('the lines of a record in its form', () => {
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
  });
  const open = async (button: string, options: FakeWebOptions = {}): Promise<RenderedPage> => {
    const context = createFakeWebContext(options);
    const { dishes: _, ...listed } = row;
    context.http.answer(contract.routes.list, toPage([listed as never], 1, {}));
    context.http.answer(contract.routes.one, row);
    for (const route of [contract.routes.edit, contract.routes.create]) context.http.answer(route, { id: 'd1', version: 4 });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: diet.name, fullName: '膳食' }) });
    const shown = page;
    await shown.until(() => shown.text().includes('普食'));
    await shown.click(shown.all('button', button)[0] ?? document.body);
    await shown.until(() => shown.find('button', options.language === 'en' ? 'Add a line' : options.language === 'zhtw' ? '新增一列' : '添加一行'));
    return shown;
  };
  const names = (shown: RenderedPage) =>
    shown.all('textbox').flatMap((box) => (/^菜品 \d+$/.test(box.getAttribute('aria-label') ?? '') ? [(box as HTMLInputElement).value] : []));
  const box = (shown: RenderedPage, label: string) => shown.get('textbox', label) as HTMLInputElement;
  const saved = async (shown: RenderedPage, route: typeof contract.routes.edit | typeof contract.routes.create = contract.routes.edit) => {
    await shown.click(shown.get('button', '保存'));
    return (await shown.until(() => shown.context.http.callsOf(route)[0])).input.body as typeof row;
  };

  it('are sent as they came where nobody changed them', async () => {
    const shown = await open('编辑');
    expect(names(shown)).toEqual(['米饭', '青菜', '豆腐']);
    const body = await saved(shown);
    expect(body.dishes).toEqual(row.dishes);
  });

  it('are added, moved and deleted, and the cursor goes along', async () => {
    const shown = await open('编辑');
    await shown.click(shown.get('button', '下移第 1 行'));
    expect(names(shown)).toEqual(['青菜', '米饭', '豆腐']);
    await shown.until(() => document.activeElement?.getAttribute('aria-label') === '下移第 2 行');
    expect(shown.find('status')?.textContent ?? shown.text()).toContain('第 1 行已移到第 2 行');
    await shown.click(shown.get('button', '下移第 2 行'));
    // Below is nothing: the cursor stands at the way back.
    await shown.until(() => document.activeElement?.getAttribute('aria-label') === '上移第 3 行');
    expect((shown.get('button', '上移第 1 行') as HTMLButtonElement).disabled).toBe(true);
    await shown.click(shown.get('button', '删除第 1 行'));
    await shown.until(() => document.activeElement?.getAttribute('aria-label') === '删除第 1 行');
    expect(names(shown)).toEqual(['豆腐', '米饭']);
    await shown.click(shown.get('button', '添加一行'));
    await shown.until(() => document.activeElement === box(shown, '菜品 3'));
    await shown.type(box(shown, '菜品 3'), '汤面');
    const body = await saved(shown);
    expect(body.dishes).toEqual([row.dishes[2], row.dishes[0], { dish: '汤面', grams: 0, price: 0, kind: '', cold: 0, from: '' }]);
  });

  it('are reached by keyboard: Enter leads down and makes a line at the end, Alt with an arrow moves it', async () => {
    const shown = await open('编辑');
    box(shown, '菜品 2').focus();
    await shown.press(box(shown, '菜品 2'), 'Enter');
    await shown.until(() => document.activeElement === box(shown, '菜品 3'));
    await shown.press(box(shown, '菜品 3'), 'Enter');
    await shown.until(() => document.activeElement === box(shown, '菜品 4'));
    // No more than four.
    await shown.press(box(shown, '菜品 4'), 'Enter');
    expect(names(shown)).toEqual(['米饭', '青菜', '豆腐', '']);
    expect((shown.get('button', '添加一行') as HTMLButtonElement).disabled).toBe(true);
    expect(shown.text()).toContain('4 / 4 行');
    expect(shown.context.http.callsOf(contract.routes.edit)).toEqual([]);
    await shown.press(box(shown, '菜品 4'), 'ArrowUp', { altKey: true });
    await shown.until(() => names(shown).join() === '米饭,青菜,,豆腐');
    await shown.until(() => document.activeElement === box(shown, '菜品 3'));
  });

  it('an empty cell that must be given is told there, and the cursor goes to it', async () => {
    const shown = await open('编辑');
    await shown.type(box(shown, '菜品 2'), '');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('菜品不能为空'));
    expect(shown.text()).toContain('明细中有需要更正的内容');
    const wrong = box(shown, '菜品 2');
    await shown.until(() => document.activeElement === wrong);
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe('菜品不能为空');
    expect(shown.context.http.callsOf(contract.routes.edit)).toEqual([]);
    await shown.type(wrong, '菠菜');
    expect(shown.text()).not.toContain('菜品不能为空');
  });

  it('what the server refuses is told at the cell of the line that was sent, also after it was moved', async () => {
    const shown = await open('编辑');
    const fields = [
      { path: 'dishes.2.dish', msg: '第 3 行，菜品：重复' },
      { path: 'dishes.0', msg: '第 1 行，与前面的一行是同一行' },
    ];
    shown.context.http.answer(contract.routes.edit, () => {
      throw new ApiError({ code: EnvelopeCode.Invalid, error: 'core.invalid', message: '不行', fields });
    });
    await shown.type(box(shown, '菜品 1'), '面条');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('第 3 行，菜品：重复'));
    expect(shown.text()).toContain('与前面的一行是同一行');
    expect(box(shown, '菜品 3').getAttribute('aria-invalid')).toBe('true');
    await shown.click(shown.get('button', '上移第 3 行'));
    expect(box(shown, '菜品 2').getAttribute('aria-invalid')).toBe('true');
    await shown.click(shown.get('button', '删除第 2 行'));
    expect(shown.text()).not.toContain('重复');
  });

  it('are drafts with the form, and a draft that is discarded is gone from the grid, too', async () => {
    const shown = await open('编辑');
    await shown.type(box(shown, '菜品 1'), '面条');
    await shown.click(shown.get('button', '删除第 2 行'));
    await shown.unmount();
    const again = await open('编辑', { drafts: shown.context.drafts });
    expect(names(again)).toEqual(['面条', '豆腐']);
    await again.click(again.get('button', '放弃修改'));
    await again.until(() => names(again).join() === '米饭,青菜,豆腐');
  });

  it('a copy has the lines of the row and none of their ids', async () => {
    const shown = await open('复制');
    expect(names(shown)).toEqual(['米饭', '青菜', '豆腐']);
    const body = await saved(shown, contract.routes.create);
    expect(body.dishes).toEqual(row.dishes.map(({ id: _, ...values }) => values));
  });

  it('a new row has none, and says so', async () => {
    const shown = await open('新建膳食');
    expect(shown.text()).toContain('还没有明细');
    await shown.type(shown.get('textbox', '膳食名称'), '软食');
    expect((await saved(shown, contract.routes.create)).dishes).toEqual([]);
  });

  it('a field that is denied shows no lines and sends none', async () => {
    const Denied = recordPage(contract, { fields: { dishes: () => ({ permission: 'dishes' }) } });
    const context = createFakeWebContext({ grants: [`${diet.name}:btn_edit`] });
    context.http.answer(contract.routes.list, toPage([row], 1, {}));
    context.http.answer(contract.routes.one, row);
    context.http.answer(contract.routes.edit, { id: 'd1', version: 4 });
    page = await renderPage(Denied, { context, menu: createFakeMenu({ enCode: diet.name, fullName: '膳食' }) });
    const shown = page;
    await shown.until(() => shown.text().includes('普食'));
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => shown.find('textbox', '膳食名称'));
    expect(shown.text()).not.toContain('菜单');
    expect(await saved(shown)).not.toHaveProperty('dishes');
  });

  it.each(LANGUAGES)('each cell and each button is called by its line in %s', async (language) => {
    await open({ zh: '编辑', zhtw: '編輯', en: 'Edit' }[language], { language });
    const labels = diet.fields[1]?.cells?.map(({ label }) => label[language]) ?? [];
    const controls = [...document.querySelectorAll('[data-line="r0"] [data-cell]')];
    expect(controls).toHaveLength(labels.length);
    for (const [at, control] of controls.entries()) expect(control.innerHTML, labels[at]).toContain(`${labels[at]} 1`);
    for (const button of document.querySelectorAll('[data-line="r1"] .nk-line-acts button')) expect(button.getAttribute('aria-label')).toMatch(/2/);
    expect(document.querySelector('.nk-lines ol')?.getAttribute('aria-label')).toBe({ zh: '菜单', zhtw: '菜單', en: 'Menu' }[language]);
  });
});
