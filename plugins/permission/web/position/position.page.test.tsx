import { staffDirectory, toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { position, type PositionRow, positionContract } from '../../contract/position.contract.ts';
import { organizeContext, place } from '../organize/organize.web-fixture.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { Page } from './position.page.tsx';

const { routes } = positionContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = (id: string, fullName: string, over: Partial<PositionRow> = {}): PositionRow =>
  recordRow(position, {
    id,
    organizeId: 'd1',
    companyId: 'gz',
    fullName,
    enCode: id.toUpperCase(),
    type: 'doctor',
    sortCode: 1,
    creatorTime: 1_772_416_800_000,
    lastModifyTime: 1_772_416_800_000,
    version: 3,
    department: '康源集团/广州中心/肾内科',
    userCount: 2,
    ...over,
  });

async function open(): Promise<RenderedPage> {
  const context = organizeContext();
  const { http } = context;
  http.answer(staffDirectory.routes.departmentTree, {
    list: [place('root', '康源集团', [place('gz', '广州中心', [place('d1', '肾内科', null, 'department')])])] as never,
  });
  http.answer(routes.list, toPage([row('p1', '主任医师'), row('p2', '登记员', { type: '窗口', enabledMark: 0 })], 2, {}));
  http.answer(routes.one, ({ params }) => ({
    ...row(params.id, params.id === 'p1' ? '主任医师' : '登记员', params.id === 'p2' ? { type: '窗口' } : {}),
    lastModifyTime: 0,
  }));
  http.answer(routes.create, { id: 'p9', version: 1 });
  http.answer(routes.edit, { id: 'p1', version: 4 });
  http.answer(routes.state, { id: 'p1', version: 4 });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.position' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('主任医师'));
  return shown;
}

describe('[2.5-08] [7.10-14] page of positions', () => {
  it('lists those of the chosen place; kinds of older clients show as they are', async () => {
    const shown = await open();
    expect(shown.text()).toMatch(/主任医师P1医生肾内科 · 广州中心/);
    expect(shown.text()).toContain('窗口');
    const node = await shown.until(() => shown.all('treeitem').find((one) => one.textContent?.includes('肾内科') || one.textContent?.includes('广州中心')));
    await shown.click(node);
    await shown.until(() => shown.context.http.callsOf(routes.list).at(-1)?.input.query !== undefined && shown.context.http.callsOf(routes.list).length > 1);
    expect(shown.context.http.callsOf(routes.list).at(-1)?.input.query).toMatchObject({ organizeId: 'gz' });
  });

  it('a new one needs a place, a name and a code', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '新建岗位'));
    await shown.type(await shown.until(() => shown.find('textbox', '岗位名称')), '护士长');
    await shown.type(shown.get('textbox', '岗位编码'), 'P9');
    await shown.click(shown.get('button', '保存'));
    expect(shown.context.http.callsOf(routes.create)).toHaveLength(0);
    await shown.click(await shown.until(() => shown.find('button', '所属机构或部门')));
    const tree = await shown.until(() => shown.find('tree', '组织选择'));
    const target = await shown.until(() => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')].find((one) => one.textContent?.includes('广州中心')));
    await shown.click(target);
    await shown.click(shown.get('button', '确定'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(call.input.body).toEqual({ organizeId: 'gz', fullName: '护士长', enCode: 'P9', type: '', sortCode: 0, description: '' });
  });

  it('disabling says how many people lose rights', async () => {
    const shown = await open();
    await shown.click(shown.all('button', '更多')[0] ?? shown.get('button', '更多'));
    await shown.click(shown.get('menuitem', '停用'));
    expect(shown.context.record.questions.at(-1)?.content).toContain('2 名人员');
    expect(shown.context.http.callsOf(routes.state)).toHaveLength(1);
  });
});

recordScreens(positionContract, {
  Page,
  row: { ...row('p1', '主任医师') },
  texts,
  answer: ({ http }) => http.answer(staffDirectory.routes.departmentTree, { list: [place('root', '康源集团', null)] as never }),
  typed: { fullName: '护士长', enCode: 'P9' },
  drafted: { organizeId: 'root' },
});
