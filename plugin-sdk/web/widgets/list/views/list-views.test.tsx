import { createFakeMenu, createFakeWebContext, type FakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { listViewContract } from '../../../../contract/list-view/list-view.contract.ts';
import type { ListView } from '../../../../contract/list-view/list-view.schema.ts';
import type { Column } from '../../columns/column.ts';
import { columnSettingsContract } from '../../columns/column-settings.ts';
import { ListPage, type ListPageProps } from '../list-page.tsx';
import { ListStore } from '../list-store.ts';

interface Drug {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
}
type Filter = { keyword: string; state: string };
const COLUMNS: readonly Column<Drug>[] = [
  { prop: 'name', label: '名称', sortable: true },
  { prop: 'stock', label: '库存', permission: 'col_stock' },
];
const SEARCH = [
  { kind: 'text' as const, name: 'keyword' as const, label: '关键词' },
  { kind: 'text' as const, name: 'state' as const, label: '状态' },
];
const view = (id: string, more: Partial<ListView> = {}): ListView => ({
  id,
  name: `视图${id}`,
  content: {
    columns: [
      { prop: 'stock', label: '', visible: true },
      { prop: 'name', label: '', visible: true },
    ],
    sort: { sidx: 'name', sort: 'desc' },
    filter: { keyword: '阿' },
    pageSize: 50,
  },
  mine: true,
  ownerName: '赵一',
  shared: false,
  audiences: [],
  manages: false,
  ...more,
});

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const { routes } = listViewContract;
interface Drawn extends RenderedPage {
  readonly asked: object[];
  readonly context: FakeWebContext;
}
async function draw(
  views: readonly ListView[],
  {
    opens = null,
    query,
    props,
    ...options
  }: FakeWebOptions & { opens?: ListView | null; query?: Record<string, string>; props?: Partial<ListPageProps<Drug, Filter>> } = {},
): Promise<Drawn> {
  const asked: object[] = [];
  const store = new ListStore<Drug, Filter>({
    rowKey: 'id',
    load: async (request) => {
      asked.push(request);
      return { data: { list: [{ id: 'd', name: '阿司匹林', stock: 3 }], pagination: { total: 1 } } };
    },
  });
  const context = createFakeWebContext(options);
  const { http } = context;
  http.answer(columnSettingsContract.routes.load, { columns: [], view: opens, refusal: '' } as never);
  http.answer(columnSettingsContract.routes.save, null);
  http.answer(routes.list, { list: [...views], defaultId: '', mayShare: views.some(({ manages }) => manages) });
  http.answer(routes.defaults, { applies: null, mayArrange: false, list: [] });
  http.answer(routes.audiences, { everywhere: false, organizes: [{ id: 'wh', fullName: '武汉' }], roles: [{ id: 'nurse', fullName: '护士' }] });
  for (const route of [routes.change, routes.remove, routes.share, routes.choose, routes.order, routes.saveDefault] as const) http.answer(route, null);
  page = await renderElement(<ListPage title="药品" store={store} columns={COLUMNS} search={SEARCH} {...props} />, {
    context,
    menu: createFakeMenu({ id: 'm1', enCode: 'his.drug' }),
    ...(query && { query }),
  });
  await page.settle();
  return { ...page, asked, context };
}
const heads = ({ all }: RenderedPage) => all('columnheader').map((head) => head.textContent);
const calls = ({ context }: Drawn, route: { readonly path: string; readonly method: string }) =>
  context.http.calls.filter(({ route: one }) => one.path === route.path && one.method === route.method).map(({ input }) => input);
const openMenu = async (drawn: Drawn) => {
  await drawn.click(drawn.get('button', '列表视图'));
  await drawn.until(() => drawn.find('menu', '列表视图') && drawn.find('menuitemradio', '不使用视图'));
  await drawn.settle();
};
const PLAIN = { currentPage: 1, pageSize: 20 };
const LOOKED = { keyword: '阿', currentPage: 1, pageSize: 50, sidx: 'name', sort: 'desc' };

describe('views of a list', () => {
  it('[7.16-03] a list asks for its columns and its view with one call; nothing more is asked before the menu is opened', async () => {
    const drawn = await draw([]);
    expect(drawn.context.http.calls.map(({ input }) => input)).toEqual([{ params: { id: 'm1' }, query: { view: '' } }]);
    expect([drawn.asked, heads(drawn)]).toEqual([[PLAIN], ['名称', '库存']]);
    await openMenu(drawn);
    expect(drawn.text()).toContain('还没有视图');
  });

  it('the name of the view that a list wears takes the room that it needs among its tools', async () => {
    const named = () => document.querySelector('.nk-list-tools')?.hasAttribute('data-named');
    await draw([view('a')]);
    expect(named()).toBe(false);
    await page?.unmount();
    await draw([view('a')], { opens: view('a') });
    expect(named()).toBe(true);
  });

  it('one press switches: columns, order, search values and page size, with one call; the address says which', async () => {
    const drawn = await draw([view('a'), view('b', { mine: false, shared: true, ownerName: '钱二' })], { query: { tab: 'x' } });
    await openMenu(drawn);
    expect(drawn.text()).toContain('钱二 共享');
    await drawn.click(drawn.get('menuitemradio', /视图a/));
    expect([drawn.asked, heads(drawn)]).toEqual([
      [PLAIN, LOOKED],
      ['库存', '名称'],
    ]);
    expect(drawn.context.record.places).toEqual(['/his/drug?tab=x&view=a']);
    expect(drawn.get('button', '列表视图').textContent).toContain('视图a');
    await openMenu(drawn);
    expect(drawn.get('menuitemradio', /视图a/).getAttribute('aria-checked')).toBe('true');
    await drawn.click(drawn.get('menuitemradio', '不使用视图'));
    expect([drawn.asked.slice(2), heads(drawn)]).toEqual([[PLAIN], ['名称', '库存']]);
    expect(drawn.context.record.places.at(-1)).toBe('/his/drug?tab=x');
  });

  it('a link opens with its view and reads the rows once; columns that the person may not see stay away, conditions are left out with a note', async () => {
    const opens = view('a', { content: { ...view('a').content, filter: { keyword: '阿', payer: 'x' } } });
    const drawn = await draw([], { opens, query: { view: 'a' }, grants: ['his.drug'] });
    await drawn.until(() => drawn.asked.length > 0);
    await drawn.settle();
    expect([drawn.asked, heads(drawn)]).toEqual([[LOOKED], ['名称']]);
    expect(calls(drawn, columnSettingsContract.routes.load)).toEqual([{ params: { id: 'm1' }, query: { view: 'a' } }]);
    expect(drawn.context.record.toasts).toEqual([{ kind: 'info', text: '此视图有 1 项条件或排序对您不可用，已略过' }]);
  });

  it('a link to a view that is not shared says so, and the list opens as it is', async () => {
    const sentence = '此视图不存在，或没有共享给您。';
    const context = createFakeWebContext();
    context.http.answer(columnSettingsContract.routes.load, { columns: [], view: null, refusal: sentence } as never);
    const asked: object[] = [];
    const store = new ListStore<Drug, Filter>({
      rowKey: 'id',
      load: async (request) => {
        asked.push(request);
        return { data: { list: [] } };
      },
    });
    page = await renderElement(<ListPage title="药品" store={store} columns={COLUMNS} search={SEARCH} />, {
      context,
      menu: createFakeMenu({ id: 'm1' }),
      query: { view: 'gone' },
    });
    await page.settle();
    expect([context.record.toasts, asked]).toEqual([[{ kind: 'warning', text: sentence }], [PLAIN]]);
  });

  it('arranging columns in a view changes nothing that is kept, until it is saved into the view', async () => {
    const drawn = await draw([view('a')]);
    await openMenu(drawn);
    await drawn.click(drawn.get('menuitemradio', /视图a/));
    await drawn.click(drawn.get('button', '列表显示设置'));
    await drawn.until(() => drawn.find('switch', '显示“库存”'));
    expect(drawn.text()).toContain('正在使用视图“视图a”');
    await drawn.click(drawn.get('switch', '显示“库存”'));
    expect(heads(drawn)).toEqual(['名称']);
    await drawn.click(drawn.get('button', 'Close'));
    await openMenu(drawn);
    await drawn.click(drawn.get('menuitem', '保存到“视图a”'));
    const [sent] = calls(drawn, routes.change) as { body: { content: { columns: object[] } } }[];
    expect(sent?.body.content.columns).toMatchObject([
      { prop: 'stock', visible: false },
      { prop: 'name', visible: true },
    ]);
    expect(calls(drawn, columnSettingsContract.routes.save)).toEqual([]);
  });

  it('the list as it is becomes a new view, under a name, and may be what the list opens with', async () => {
    const drawn = await draw([]);
    drawn.context.http.answer(routes.create, view('new'));
    await openMenu(drawn);
    await drawn.click(drawn.get('menuitem', '另存为新视图…'));
    await drawn.until(() => drawn.find('textbox', /视图名称/));
    await drawn.click(drawn.get('button', '保存'));
    expect(calls(drawn, routes.create)).toEqual([]);
    await drawn.type(drawn.get('textbox', /视图名称/), '我的药');
    await drawn.click(drawn.get('switch', /打开此列表时使用/));
    await drawn.click(drawn.get('button', '保存'));
    expect(calls(drawn, routes.create)).toMatchObject([{ body: { moduleId: 'm1', name: '我的药', content: { pageSize: 20, filter: {}, sort: null } } }]);
    expect(calls(drawn, routes.choose)).toEqual([{ params: { moduleId: 'm1' }, body: { id: 'new' } }]);
    await drawn.until(() => document.activeElement === drawn.get('button', '列表视图'));
  });

  it('the drawer orders, shares within the reach, copies and deletes; what is shared is deleted after a warning', async () => {
    const views = [
      view('a', { shared: true, manages: true, audiences: [{ orgId: 'wh', orgName: '武汉', roleId: '', roleName: '' }] }),
      view('b'),
      view('c', { mine: false, shared: true }),
    ];
    const drawn = await draw(views);
    await openMenu(drawn);
    await drawn.click(drawn.get('menuitem', '管理视图…'));
    await drawn.until(() => drawn.find('button', '“视图a”的更多操作'));
    const pick = async (name: string, act: string) => {
      await drawn.click(drawn.get('button', `“${name}”的更多操作`));
      await drawn.click(drawn.get('menuitem', act));
    };
    await drawn.click(drawn.get('button', '“视图b”的更多操作'));
    expect(drawn.find('menuitem', '共享')).toBeUndefined();
    await drawn.click(drawn.get('menuitem', '上移'));
    expect(calls(drawn, routes.order)).toEqual([{ params: { moduleId: 'm1' }, body: { ids: ['b', 'a'] } }]);
    await drawn.click(drawn.get('button', '“视图c”的更多操作'));
    expect(drawn.all('menuitem').map(({ textContent }) => textContent)).toEqual(['设为我的默认', '复制为我的视图']);
    await drawn.click(drawn.get('menuitem', '设为我的默认'));
    expect(calls(drawn, routes.choose)).toEqual([{ params: { moduleId: 'm1' }, body: { id: 'c' } }]);
    await pick('视图a', '共享');
    await drawn.click(await drawn.until(() => drawn.find('button', '移除“武汉及下级 · 所有人”')));
    expect(drawn.text()).toContain('仅自己可用');
    await drawn.click(drawn.get('button', '添加'));
    await drawn.click(drawn.get('button', '保存'));
    expect(calls(drawn, routes.share)).toEqual([{ params: { id: 'a' }, body: { audiences: [{ orgId: 'wh', roleId: '' }] } }]);
    await pick('视图a', '删除');
    expect(drawn.context.record.questions.at(-1)?.content).toContain('已共享');
    expect(calls(drawn, routes.remove)).toEqual([{ params: { id: 'a' } }]);
    await drawn.click(drawn.get('button', 'Close'));
    await drawn.until(() => document.activeElement === drawn.get('button', '列表视图'));
  });

  it('a list that keeps nothing asks for nothing, and has neither views nor columns to set', async () => {
    const drawn = await draw([], { props: { columnSettings: false }, query: { view: 'a' } });
    expect([drawn.context.http.calls, drawn.asked]).toEqual([[], [PLAIN]]);
    expect([drawn.find('button', '列表视图'), drawn.find('button', '列表显示设置')]).toEqual([undefined, undefined]);
  });
});

describe('default columns', () => {
  it('“back to the default” drops the own columns and takes those that others arranged', async () => {
    const drawn = await draw([]);
    await drawn.click(drawn.get('button', '列表显示设置'));
    await drawn.until(() => drawn.find('button', '恢复默认'));
    drawn.context.http.answer(columnSettingsContract.routes.load, [
      { prop: 'stock', label: '', visible: true },
      { prop: 'name', label: '', visible: false },
    ] as never);
    await drawn.click(drawn.get('button', '恢复默认'));
    expect(calls(drawn, columnSettingsContract.routes.save)).toEqual([{ body: { moduleId: 'm1', fieldList: '[]' } }]);
    expect(heads(drawn)).toEqual(['库存']);
    expect(drawn.find('button', '保存为默认')).toBeUndefined();
  });

  it('whoever may arrange them saves what stands in the drawer, for an organisation and a role, and takes defaults away after a question', async () => {
    const drawn = await draw([]);
    const set = { orgId: 'wh', orgName: '武汉', roleId: 'nurse', roleName: '护士' };
    drawn.context.http.answer(routes.defaults, { applies: set, mayArrange: true, list: [set] });
    await drawn.click(drawn.get('button', '列表显示设置'));
    await drawn.until(() => drawn.find('button', '保存为默认'));
    expect(drawn.text()).toContain('您的默认来自：武汉及下级 · 护士');
    await drawn.click(drawn.get('switch', '显示“库存”'));
    await drawn.click(drawn.get('button', '保存为默认'));
    await drawn.click(drawn.get('button', '移除“武汉及下级 · 护士”'));
    expect(drawn.context.record.questions).toMatchObject([{ content: '取消“武汉及下级 · 护士”的默认列？', danger: true }]);
    expect(calls(drawn, routes.saveDefault)).toEqual([
      {
        params: { moduleId: 'm1' },
        body: {
          orgId: 'wh',
          roleId: '',
          columns: [
            { prop: 'name', label: '名称', visible: true },
            { prop: 'stock', label: '库存', visible: false },
          ],
        },
      },
      { params: { moduleId: 'm1' }, body: { orgId: 'wh', roleId: 'nurse', columns: [] } },
    ]);
  });
});
