import { createFakeMenu, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { type DepartmentRow, departmentContract, organizeContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { organizeContext, place } from '../organize/organize.web-fixture.ts';
import { Page } from './department.page.tsx';

const { routes } = departmentContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live() ?? []).toEqual([]);
  page = undefined;
});

const department = (id: string, fullName: string, parentId = 'gz', over: Partial<DepartmentRow> = {}): DepartmentRow => ({
  id,
  parentId,
  organizeId: 'gz',
  fullName,
  enCode: id.toUpperCase(),
  managerId: '',
  manager: '',
  enabledMark: 1,
  sortCode: 1,
  description: '',
  creatorTime: 1_772_416_800_000,
  lastModifyTime: 1_772_416_800_000,
  version: 2,
  userCount: 3,
  ...over,
});
const three = [department('d1', '肾内科'), department('d2', '透析室', 'd1', { managerId: 'li', manager: '李护士/li' }), department('d3', '药剂科')];

async function open(rows: readonly DepartmentRow[] = three): Promise<RenderedPage> {
  const context = organizeContext();
  const { http } = context;
  http.answer(routes.list, ({ params, query }) => ({
    list: params.id === 'gz' ? rows.filter((row) => !query.keyword || row.id !== 'd3') : [department('w1', '武汉肾内科', 'wh')],
  }));
  http.answer(routes.one, ({ params }) => ({ ...(rows.find((row) => row.id === params.id) ?? department(params.id, '')), lastModifyTime: 0 }));
  http.answer(routes.create, { id: 'd9', version: 1 });
  http.answer(routes.edit, { id: 'd2', version: 3 });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.department' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('肾内科'));
  return shown;
}
const nodeOf = (shown: RenderedPage, text: string): HTMLElement => {
  const found = shown.all('treeitem').find((one) => one.textContent?.includes(text));
  if (!found) throw new Error(`no ${text}`);
  return found;
};

describe('[2.5-08] [7.10-09] page of departments', () => {
  it('starts with the own organisation; another one shows its own departments', async () => {
    const shown = await open();
    expect(shown.context.http.callsOf(routes.list)[0]?.input.params).toEqual({ id: 'gz' });
    expect(shown.text()).toContain('李护士/li');
    await shown.click(nodeOf(shown, '武汉中心'));
    await shown.until(() => shown.text().includes('武汉肾内科'));
    expect(shown.text()).not.toContain('透析室');
  });

  it('a new one hangs on the organisation, or on the department whose row was used', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '新建部门'));
    const name = await shown.until(() => shown.find('textbox', '部门名称'));
    await shown.until(() => shown.find('button', '上级部门: 广州中心'));
    await shown.type(name, '检验科');
    await shown.type(shown.get('textbox', '部门编码'), 'D9');
    await shown.click(shown.get('button', '部门主管'));
    await shown.click(await shown.until(() => shown.find('treeitem', /张医生/)));
    await shown.click(shown.get('button', '确定'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(call.input.body).toEqual({ parentId: 'gz', fullName: '检验科', enCode: 'D9', managerId: 'zhang', sortCode: 0, description: '' });
  });

  it('an edit may take the manager away', async () => {
    const shown = await open();
    const row = shown.all('row').find((one) => one.textContent?.includes('透析室'));
    const edit = [...(row?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent === '编辑');
    if (!edit) throw new Error('no row');
    await shown.click(edit);
    await shown.until(() => shown.find('textbox', '部门名称'));
    await shown.until(() => shown.find('button', '上级部门: 肾内科'));
    await shown.click(shown.get('button', '取消选择'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect(call.input).toMatchObject({ params: { id: 'd2' }, body: { parentId: 'd1', managerId: '', version: 2 } });
  });

  it('nothing can be moved below itself: it is not on offer', async () => {
    const shown = await open();
    const row = shown.all('row').find((one) => one.textContent?.includes('肾内科'));
    const more = [...(row?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent === '更多');
    if (!more) throw new Error('no row');
    await shown.click(more);
    await shown.click(shown.get('menuitem', '移动到'));
    const tree = await shown.until(() => shown.find('tree', '移动“肾内科”'));
    const offered = await shown.until(() => {
      const names = [...tree.querySelectorAll('[role=treeitem]')].map((one) => one.textContent ?? '');
      return names.length > 1 && names;
    });
    expect(offered.some((name) => name.includes('药剂科'))).toBe(true);
    expect(offered.some((name) => name.includes('透析室') || name.includes('肾内科'))).toBe(false);
    await shown.type(shown.get('textbox', '输入名称、编码或拼音'), 'snk');
    await shown.until(() => JSON.stringify(shown.context.http.callsOf(routes.list).at(-1)?.input.query) === '{"keyword":"snk"}');
    const found = await shown.until(() => tree.querySelectorAll('[role=treeitem]').length === 1 && tree.textContent);
    expect(found).toContain('广州中心');
  });

  it('a move sends the place and the version that was read; a refused one leaves the choice open', async () => {
    const shown = await open();
    const { http } = shown.context;
    http.refuse(routes.edit, { error: 'permission.place-disabled', message: '该部门已停用' });
    const row = shown.all('row').find((one) => one.textContent?.includes('透析室'));
    const more = [...(row?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent === '更多');
    if (!more) throw new Error('no row');
    await shown.click(more);
    await shown.click(shown.get('menuitem', '移动到'));
    const tree = await shown.until(() => shown.find('tree', '移动“透析室”'));
    await shown.click(await shown.until(() => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')].find((one) => one.textContent?.includes('药剂科'))));
    await shown.click(shown.get('button', '移动'));
    const call = await shown.until(() => http.callsOf(routes.edit)[0]);
    expect(call.input).toEqual({ params: { id: 'd2' }, body: { parentId: 'd3', version: 2 } });
    await shown.settle();
    expect(shown.find('tree', '移动“透析室”')).toBeDefined();
    http.answer(routes.edit, { id: 'd2', version: 3 });
    await shown.click(shown.get('button', '移动'));
    await shown.until(() => shown.find('tree', '移动“透析室”') === undefined);
  });

  it('5,000 departments draw only those visible', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => department(`m${at}`, `部门${at}`, at < 50 ? 'gz' : `m${at % 50}`));
    const shown = await open([department('d1', '肾内科'), ...many]);
    expect(shown.all('row').length).toBeLessThan(80);
  });
});

recordScreens(departmentContract, {
  Page,
  row: { ...department('d1', '肾内科') },
  texts,
  answer: ({ http }) => http.answer(organizeContract.routes.parents, { list: [place('gz', '广州中心')] as never }),
  typed: { fullName: '检验科', enCode: 'D9' },
});
