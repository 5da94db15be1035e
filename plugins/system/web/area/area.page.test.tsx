import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { area } from '../../contract/area/area.contract.ts';
import { type AreaNode, areaContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './area.page.tsx';

const { routes } = areaContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const node = (id: string, fullName: string, over: Partial<AreaNode> = {}): AreaNode => ({
  id,
  parentId: '-1',
  fullName,
  enCode: id,
  enabledMark: 1,
  sortCode: 0,
  description: '',
  version: 1,
  seeded: 1,
  hasChildren: true,
  isLeaf: false,
  ...over,
});
const BELOW: Readonly<Record<string, readonly AreaNode[]>> = {
  '-1': [node('440000', '广东省'), node('450000', '广西壮族自治区')],
  '440000': [
    node('440100', '广州市', { parentId: '440000', hasChildren: false, isLeaf: true }),
    node('own', '自建区', { parentId: '440000', seeded: 0, hasChildren: false }),
  ],
};
const stored = recordRow(area, {
  id: '440100',
  fullName: '广州市',
  enCode: '440100',
  parentId: '440000',
  version: 4,
  seeded: 1,
  labels: { parentId: '广东省' },
});

async function open(can?: (code: string) => boolean, isAdministrator = true): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, user: { isAdministrator }, confirms: true, ...(can && { can }) });
  answerContract(context.http, areaContract, {
    list: toPage(
      [recordRow(area, { id: '440103', fullName: '荔湾区', enCode: '440103', path: '广东省/广州市/荔湾区', seeded: 1, version: 1, labels: {} })],
      1,
      {},
    ),
    one: stored,
    create: { id: 'new', version: 1 },
    edit: { id: '440100', version: 5 },
    state: { id: '440100', version: 5 },
    remove: { id: 'own' },
    towns: { source: 'SIM 1.0', date: '2023-09-11', count: 41_114, taken: false },
    takeTowns: { added: 41_114, next: -1, of: 31 },
  } as never);
  context.http.answer(routes.children, ({ params }) => ({ list: [...(BELOW[params.id] ?? [])] }));
  context.http.answer(routes.paths, { list: [{ id: '440000', ids: ['440000'], names: ['广东省'], enabledMark: 1 }] });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.area', fullName: '行政区划' }) });
  const shown = page;
  await shown.until(() => shown.find('treeitem', '广东省'));
  return shown;
}

describe('[2.5-05] page of areas', () => {
  it('of whoever is no system administrator has no buttons, whatever was granted, and says why', async () => {
    const shown = await open(() => true, false);
    expect(shown.text()).toContain('只有系统管理员可以修改');
    await shown.click(shown.get('treeitem', '广东省'));
    await shown.until(() => shown.text().includes('自建区'));
    for (const name of [/新建/, '编辑', '停用', '删除', '加载乡镇街道']) expect(shown.find('button', name)).toBeUndefined();
  });

  it('fetches branches when they are opened, lists what is directly below, and adds there', async () => {
    const shown = await open();
    await shown.click(shown.get('treeitem', '广东省'));
    await shown.until(() => shown.find('treeitem', '广州市'));
    await shown.until(() => shown.text().includes('自建区'));
    await shown.click(shown.get('button', '在“广东省”下新建'));
    await shown.type(await shown.until(() => shown.find('textbox', /名称/)), 'SIM 新区');
    await shown.type(shown.get('textbox', /编码/), '449900');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(call.input.body).toMatchObject({ fullName: 'SIM 新区', enCode: '449900', parentId: '440000', enabledMark: 1 });
  });

  it('offers to delete what a site added alone, and keeps the code of what is listed', async () => {
    const shown = await open();
    await shown.click(shown.get('treeitem', '广东省'));
    await shown.until(() => shown.text().includes('自建区'));
    expect(shown.all('button', '删除')).toHaveLength(1);
    const [first] = shown.all('button', '编辑');
    if (first) await shown.click(first);
    const code = await shown.until(() => shown.find('textbox', /编码/));
    expect((code as HTMLInputElement).disabled).toBe(true);
    await shown.type(shown.get('textbox', /名称/), '羊城');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect(call.input.body).toMatchObject({ enCode: '440100', parentId: '440000', version: 4 });
  });

  it('loads the towns of the product after a question that says whose list it is, and offers them no more once they are here', async () => {
    const shown = await open();
    const load = await shown.until(() => shown.find('button', '加载乡镇街道'));
    shown.context.http.answer(routes.towns, { source: 'SIM 1.0', date: '2023-09-11', count: 41_114, taken: true });
    shown.context.http.answer(routes.takeTowns, ({ body }) => (body.from === 0 ? { added: 20_000, next: 12, of: 31 } : { added: 21_114, next: -1, of: 31 }));
    const lists = shown.context.http.callsOf(routes.children).length;
    await shown.click(load);
    await shown.until(() => !shown.find('button', '加载乡镇街道'));
    expect(shown.context.http.callsOf(routes.takeTowns).map(({ input }) => input.body)).toEqual([
      { date: '2023-09-11', from: 0 },
      { date: '2023-09-11', from: 12 },
    ]);
    expect(JSON.stringify(shown.context.record.questions)).toMatch(/41114.*SIM 1\.0.*2023-09-11/);
    expect(shown.context.http.callsOf(routes.children).length).toBeGreaterThan(lists);
  });

  it('finds among all by name, code or pinyin and says where a hit stands; without codes one looks', async () => {
    const shown = await open(() => false);
    expect(shown.find('button', /新建/)).toBeUndefined();
    await shown.type(shown.get('textbox', /查找/), 'lwq');
    await shown.click(shown.get('button', '查询'));
    await shown.until(() => shown.text().includes('广东省/广州市/荔湾区'));
    expect(shown.context.http.callsOf(routes.list).at(-1)?.input.query).toMatchObject({ keyword: 'lwq', sidx: 'enCode' });
    expect(shown.find('button', '编辑')).toBeUndefined();
  });
});
