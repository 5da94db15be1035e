import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import type { PageProps } from '@nephra/plugin-sdk/web';
import { Profiler } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type DictionaryTypeNode, dictionaryDataContract, dictionaryTypeContract } from '../contract/index.ts';
import { dictionaryData } from '../contract/dictionary-data.contract.ts';
import { dictionaryType } from '../contract/dictionary-type.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page } from './dictionary.page.tsx';
import { Page as MenuPage } from './dictionary-menu.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const node = (id: string, fullName: string, over: Partial<DictionaryTypeNode> = {}): DictionaryTypeNode => ({
  id,
  parentId: '-1',
  fullName,
  enCode: `SIM.${id}`,
  isTree: 0,
  sortCode: 0,
  description: '',
  version: 1,
  locked: 0,
  may: '',
  hasChildren: false,
  isLeaf: true,
  num: 0,
  children: null,
  ...over,
});
const plain = node('plain', '请假原因');
const tree = node('tree', '血管通路', { isTree: 1 });
const sex = node('sex', '性别', { locked: 1, may: 'relabel' });
const row = (id: string, label: string, over: object = {}) =>
  recordRow(dictionaryData, { id, fullName: label, label, enCode: id, dictionaryTypeId: 'plain', enabledMark: 1, locked: 0, version: 2, labels: {}, ...over });

interface Opened {
  readonly types?: readonly DictionaryTypeNode[];
  readonly rows?: readonly ReturnType<typeof row>[];
  readonly can?: (code: string) => boolean;
}

const { routes: data } = dictionaryDataContract;
const { routes: typeRoutes } = dictionaryTypeContract;

let look = (): void => undefined;
const Watched = (props: PageProps) => (
  <Profiler id="dictionaries" onRender={() => look()}>
    <Page {...props} />
  </Profiler>
);

async function open({ types = [plain, tree, sex], rows = [row('a', '外出'), row('b', '住院', { enabledMark: 0 })], can }: Opened = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true }, ...(can && { can }) });
  answerContract(context.http, dictionaryTypeContract, {
    tree: { list: [...types] },
    selector: { list: [...types] },
    one: recordRow(dictionaryType, { id: 'plain', fullName: '请假原因', label: '请假原因', enCode: 'SIM.plain', version: 1, labels: {} }),
    create: { id: 'plain', version: 1 },
    edit: { id: 'plain', version: 2 },
    info: { ...tree },
  });
  answerContract(context.http, dictionaryDataContract, {
    list: toPage([...rows], rows.length, {}),
    one: rows[0] ?? row('a', '外出'),
    create: { id: 'c', version: 1 },
    edit: { id: 'a', version: 3 },
    state: { id: 'a', version: 3 },
  });
  page = await renderPage(Watched, { context, menu: createFakeMenu({ enCode: 'systemData.dictionary', fullName: '数据字典' }) });
  const shown = page;
  await shown.until(() => (types.length > 0 ? shown.find('treeitem', new RegExp(types[0]?.fullName ?? '')) : shown.text().includes('还没有字典')));
  return shown;
}
const item = (shown: RenderedPage, name: RegExp) => shown.get('treeitem', name);
const asked = (shown: RenderedPage) => shown.context.http.callsOf(data.list).map(({ input }) => input.query as Record<string, unknown>);

describe('[2.5-06] page of dictionaries', () => {
  it('begins with the first; a list is asked for in its order, a tree in the tree’s, page by page', async () => {
    const shown = await open();
    await shown.until(() => shown.text().includes('外出'));
    expect(asked(shown)[0]).toMatchObject({ dictionaryTypeId: 'plain', sidx: 'sortCode', sort: 'asc', currentPage: 1, pageSize: 20 });
    await shown.click(item(shown, /血管通路/));
    await shown.until(() => asked(shown).some((query) => query.dictionaryTypeId === 'tree'));
    expect(asked(shown).at(-1)).not.toHaveProperty('sidx');
  });

  it('adds an entry to the chosen dictionary', async () => {
    const shown = await open();
    await shown.click(await shown.until(() => shown.find('button', '新建条目')));
    await shown.type(await shown.until(() => shown.find('textbox', '名称')), '其他');
    await shown.type(shown.get('textbox', '编码'), 'other');
    expect(shown.find('button', /上级条目/)).toBeUndefined();
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(data.create)[0]);
    expect(call.input.body).toEqual({
      fullName: '其他',
      enCode: 'other',
      dictionaryTypeId: 'plain',
      parentId: '',
      sortCode: 0,
      enabledMark: 1,
      description: '',
    });
  });

  it('a name that nobody changed is not sent: it stays what it is in every language', async () => {
    const shown = await open();
    await shown.click(await shown.until(() => shown.find('button', '编辑') && shown.all('button', '编辑').at(-1)));
    await shown.until(() => shown.find('textbox', '名称'));
    await shown.type(shown.get('textbox', '说明'), 'SIM');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(data.edit)[0]);
    expect(call.input.body).not.toHaveProperty('fullName');
    expect(call.input).toMatchObject({ params: { id: 'a' }, body: { description: 'SIM', version: 2 } });
  });

  it('of a built-in dictionary only what it allows is on offer', async () => {
    const shown = await open({ types: [sex], rows: [row('1', '男', { locked: 1 })] });
    await shown.until(() => shown.text().includes('男'));
    expect(shown.text()).toContain('内置');
    expect(shown.find('button', '新建条目')).toBeUndefined();
    for (const name of ['停用', '更多', '删除']) expect(shown.find('button', name)).toBeUndefined();
    await shown.click(shown.all('button', '编辑').at(-1) ?? shown.get('button', '编辑'));
    const code = await shown.until(() => shown.find('textbox', '编码'));
    expect(code.hasAttribute('disabled')).toBe(true);
    expect(shown.get('textbox', '名称').hasAttribute('disabled')).toBe(false);
  });

  it('says where a code is used; of a built-in one that its plugin uses it', async () => {
    const shown = await open({ types: [sex], rows: [row('1', '男', { locked: 1 })] });
    shown.context.http.answer(data.uses, { list: [{ title: '患者档案', names: ['SIM 张三', 'SIM 李四'], more: true }] });
    await shown.click(await shown.until(() => shown.find('button', '引用')));
    await shown.until(() => shown.text().includes('SIM 张三、SIM 李四、等'));
    expect(shown.context.http.callsOf(data.uses)[0]?.input.params).toEqual({ id: '1' });
    await shown.click(shown.get('button', /关闭|close/i));
    shown.context.http.answer(data.uses, { list: [] });
    await shown.click(shown.get('button', '引用'));
    await shown.until(() => shown.text().includes('由程序使用'));
  });

  it('of many rows that hold a code each has a line of its own, in a list that scrolls', async () => {
    const shown = await open({ rows: [row('a', '外出')] });
    const names = Array.from({ length: 100 }, (_, at) => `SIM 患者 ${at + 1}`);
    shown.context.http.answer(data.uses, { list: [{ title: '处方', names, more: true }] });
    await shown.click(await shown.until(() => shown.find('button', '更多')));
    await shown.click(await shown.until(() => shown.find('menuitem', '引用')));
    const list = await shown.until(() => shown.find('region', '处方'));
    expect([...list.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(names);
    expect(list.tabIndex).toBe(0);
    expect(list.textContent).toContain('还有未列出的');
  });

  it('who holds no button reads', async () => {
    const shown = await open({ can: () => false });
    await shown.until(() => shown.text().includes('外出'));
    for (const name of ['新建字典', '导入', '导出', '编辑', '新建条目']) expect(shown.find('button', name)).toBeUndefined();
  });

  it('draws the entries in the piece after the tree that chose their dictionary', async () => {
    const seen: { readonly nodes: number; readonly lists: number }[] = [];
    look = () => void seen.push({ nodes: document.querySelectorAll('[role="treeitem"]').length, lists: document.querySelectorAll('.sys-detail').length });
    const shown = await open();
    await shown.until(() => shown.text().includes('外出'));
    look = () => undefined;
    expect(seen.find(({ nodes }) => nodes > 0)).toEqual({ nodes: 3, lists: 0 });
    expect(seen.at(-1)?.lists).toBe(1);
  });

  it('an empty dictionary, and a system without any, say so', async () => {
    const shown = await open({ rows: [] });
    await shown.until(() => shown.text().includes('这个字典还没有条目'));
    await shown.unmount();
    page = undefined;
    await open({ types: [] });
  });

  it('adds a dictionary below the chosen one', async () => {
    const shown = await open();
    await shown.until(() => shown.text().includes('外出'));
    await shown.click(shown.get('button', '新建下级'));
    await shown.type(await shown.until(() => shown.find('textbox', '字典名称')), 'SIM 新');
    await shown.type(shown.get('textbox', '字典编码'), 'SIM.new');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(typeRoutes.create)[0]);
    expect(call.input.body).toMatchObject({ fullName: 'SIM 新', enCode: 'SIM.new', parentId: 'plain', isTree: 0 });
  });
});

describe('[2.2-04] menu of type 4', () => {
  it('shows the entries of the dictionary that it names, as the menu says: as a tree or a list', async () => {
    const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
    answerContract(context.http, dictionaryTypeContract, { info: { ...tree } });
    answerContract(context.http, dictionaryDataContract, { list: toPage([row('a', '内瘘')], 1, {}) });
    page = await renderPage(MenuPage, { context, menu: createFakeMenu({ enCode: 'his.access', type: 4, fullName: '通路' }), moduleId: 'tree', isTree: false });
    const shown = page;
    await shown.until(() => shown.text().includes('内瘘'));
    expect(context.http.callsOf(typeRoutes.info)[0]?.input.params).toEqual({ id: 'tree' });
    expect(asked(shown)[0]).toMatchObject({ dictionaryTypeId: 'tree', sidx: 'sortCode' });
  });

  it('that names none says so', async () => {
    const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
    answerContract(context.http, dictionaryTypeContract, {});
    page = await renderPage(MenuPage, { context, menu: createFakeMenu({ enCode: 'his.none', type: 4 }), moduleId: '' });
    const shown = page;
    await shown.until(() => shown.text().includes('已不存在'));
  });
});
