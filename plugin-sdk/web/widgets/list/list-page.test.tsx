import { afterEach, describe, expect, it } from 'vitest';
import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { act } from 'react';
import { ApiError } from '@nephra/plugin-sdk/web';
import type { Column } from '../columns/column.ts';
import { columnSettingsContract, type ColumnSetting } from '../columns/column-settings.ts';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { ListStore } from './list-store.ts';

interface Drug {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
}
type Filter = { keyword: string };

const drug = (n: number): Drug => ({ id: `d${n}`, name: `drug ${n}`, stock: n });
const COLUMNS: readonly Column<Drug>[] = [
  { prop: 'name', label: 'Name', sortable: true, always: true },
  { prop: 'stock', label: 'Stock', align: 'right', summary: (rows) => rows.reduce((sum, row) => sum + row.stock, 0), permission: 'col_stock' },
];

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function draw(
  store: ListStore<Drug, Filter>,
  props: Partial<ListPageProps<Drug, Filter>> = {},
  options: FakeWebOptions & { saved?: ColumnSetting[] } = {},
) {
  const context = createFakeWebContext(options);
  context.http.answer(columnSettingsContract.routes.load, options.saved ?? []);
  page = await renderElement(
    <ListPage title="Drugs" store={store} columns={COLUMNS} search={[{ kind: 'text', name: 'keyword', label: 'Keyword' }]} {...props} />,
    { context, menu: createFakeMenu({ enCode: 'his.drug' }) },
  );
  return page;
}
const storeOf = (rows: readonly Drug[], total = rows.length) =>
  new ListStore<Drug, Filter>({ rowKey: 'id', load: async () => ({ data: { list: rows, pagination: { total } } }) });

describe('list page', () => {
  it('[2.6-01] shows rows with index and selection columns and a summary row', async () => {
    const store = storeOf([drug(1), drug(2)]);
    const { get, all, click } = await draw(store, { index: true, selection: 'multiple' });
    expect(all('row')).toHaveLength(4);
    expect(get('columnheader', '序号').textContent).toBe('序号');
    expect(all('row').at(-1)?.textContent).toBe('合计3');
    await click(get('checkbox', '选择第2行'));
    expect(store.selectedRows).toEqual([drug(2)]);
    await click(get('checkbox', '全选'));
    expect(store.selectedRows).toHaveLength(2);
  });

  it('[2.6-01] says 暂无数据 when there is nothing', async () => {
    const { text } = await draw(storeOf([]));
    expect(text()).toContain('暂无数据');
  });

  it('a search that finds nothing says so in place of what an empty list says, and one press ends it', async () => {
    const store = new ListStore<Drug, Filter>({ rowKey: 'id', load: async ({ keyword }) => ({ data: { list: keyword === 'none' ? [drug(1)] : [] } }) });
    const { get, find, click, type, press, text } = await draw(store, { emptyText: 'No drugs yet' });
    expect(text()).toContain('No drugs yet');
    const field = get('textbox', 'Keyword');
    await type(field, 'abc');
    await press(field, 'Enter');
    expect(text()).toContain('没有符合条件的数据');
    expect(text()).not.toContain('No drugs yet');
    get('button', '清除查询条件').focus();
    await click(get('button', '清除查询条件'));
    expect(document.activeElement).toBe(get('region', 'Drugs'));
    expect(text()).toContain('No drugs yet');
    expect(find('button', '清除查询条件')).toBeUndefined();
    expect(store.draft.keyword).toBeUndefined();
  });

  it('[9-01] pager: 20 per page by default, choices 20 50 100 500, total first and jumper last', async () => {
    const store = storeOf(
      Array.from({ length: 20 }, (_, n) => drug(n)),
      95,
    );
    const { get, click, press, type } = await draw(store);
    const pager = get('navigation', '分页：Drugs');
    expect(document.querySelector('[role=search]')?.getAttribute('aria-label')).toBe('Drugs');
    expect([...pager.children].map((part) => part.className.split(' ').find((name) => name.startsWith('nk-')))).toEqual([
      'nk-pager-total',
      'nk-pager-sizes',
      'nk-pager-pages',
      'nk-pager-jump',
    ]);
    expect(pager.textContent).toContain('共 95 条');
    expect(pager.textContent).toContain('20 条/页');
    await click(get('button', '下一页'));
    expect(store.currentPage).toBe(2);
    const jumper = get('textbox', /前往/);
    await type(jumper, '5');
    await press(jumper, 'Enter');
    expect(store.currentPage).toBe(5);
  });

  it('[6-04] a column shows only when its code is granted', async () => {
    const { all } = await draw(storeOf([drug(1)]), {}, { grants: ['his.drug'] });
    expect(all('columnheader').map((head) => head.textContent)).toEqual(['Name']);
  });

  it('[6-04] a column whose code is granted while the list is open is read anew; its filter and its page stay', async () => {
    const grants = observable.set(['his.drug']);
    const asked: unknown[] = [];
    const store = new ListStore<Drug, Filter>({
      rowKey: 'id',
      load: async (request) => {
        asked.push(request);
        return { data: { list: [drug(1)], pagination: { total: 95 } } };
      },
    });
    await store.search({ keyword: 'x' });
    await store.goToPage(2);
    const { all, settle } = await draw(store, {}, { can: (code) => grants.has(code) });
    expect(asked).toHaveLength(2);
    await act(async () => runInAction(() => grants.add('his.drug#column:col_stock')));
    await settle();
    expect(all('columnheader').map((head) => head.textContent)).toEqual(['Name', 'Stock']);
    expect(asked.slice(2)).toEqual([{ keyword: 'x', currentPage: 2, pageSize: 20 }]);
    // What goes needs no call: it is not shown any more.
    await act(async () => runInAction(() => grants.delete('his.drug#column:col_stock')));
    await settle();
    expect(all('columnheader').map((head) => head.textContent)).toEqual(['Name']);
    expect(asked).toHaveLength(3);
  });

  it('[6-05] buttons show only when their codes are granted', async () => {
    const { find } = await draw(
      storeOf([drug(1)]),
      {
        toolbar: [{ key: 'add', text: 'Add', button: 'btn_add', onClick: () => undefined }],
        rowActions: [
          { key: 'edit', text: 'Edit', button: 'btn_edit', onClick: () => undefined },
          { key: 'remove', text: 'Remove', button: 'btn_remove', onClick: () => undefined },
        ],
      },
      { grants: ['his.drug', 'his.drug:btn_edit'] },
    );
    expect(find('button', 'Edit')).toBeDefined();
    expect(find('button', 'Add')).toBeUndefined();
    expect(find('button', 'Remove')).toBeUndefined();
  });

  it('asks before a dangerous row action and does nothing on no', async () => {
    const removed: string[] = [];
    const { get, click, context } = await draw(
      storeOf([drug(1)]),
      { rowActions: [{ key: 'remove', text: 'Remove', danger: true, confirm: (row) => `Remove ${row.name}?`, onClick: (row) => removed.push(row.id) }] },
      { confirms: false },
    );
    await click(get('button', 'Remove'));
    expect(context.record.questions).toEqual([{ content: 'Remove drug 1?', danger: true }]);
    expect(removed).toEqual([]);
  });

  it('the button of a row keeps the focus while its act runs, so that what opens can give it back', async () => {
    let finish: () => void = () => undefined;
    let runs = 0;
    const onClick = () => {
      runs += 1;
      return new Promise<void>((done) => {
        finish = done;
      });
    };
    const { get, click, settle } = await draw(storeOf([drug(1)]), { rowActions: [{ key: 'edit', text: 'Edit', onClick }] });
    const edit = get('button', 'Edit') as HTMLButtonElement;
    edit.focus();
    await click(edit);
    expect(document.activeElement).toBe(edit);
    expect(edit.disabled).toBe(false);
    await click(edit);
    expect(runs).toBe(1);
    finish();
    await settle();
  });

  it('what ends the choice of rows, and its own button with it, hands the focus to the toolbar', async () => {
    const store = storeOf([drug(1), drug(2)]);
    // As in a page: whether there is something to act on is drawn again with the choice.
    const Drugs = observer(() => (
      <ListPage
        title="Drugs"
        store={store}
        columns={COLUMNS}
        selection="multiple"
        toolbar={[{ key: 'off', text: 'Off', disabled: store.selectedRows.length === 0, onClick: async () => store.clearSelection() }]}
      />
    ));
    const context = createFakeWebContext();
    context.http.answer(columnSettingsContract.routes.load, []);
    page = await renderElement(<Drugs />, { context, menu: createFakeMenu({ enCode: 'his.drug' }) });
    const { get, click } = page;
    for (const name of ['Off', '取消选择']) {
      await click(get('checkbox', '选择第1行'));
      const button = get('button', name);
      button.focus();
      await click(button);
      expect(store.selectedRows).toEqual([]);
      expect(document.activeElement).toBe(get('toolbar', 'Drugs'));
    }
  });

  it('a list that is asked for again takes the focus from the card that goes', async () => {
    let fails = true;
    const store = new ListStore<Drug, Filter>({
      rowKey: 'id',
      load: async () => {
        if (fails) throw new ApiError({ code: 500, error: 'core.fault', message: 'fault' });
        return { data: { list: [drug(1)] } };
      },
    });
    const { get, click, until, text } = await draw(store);
    const retry = await until(() => page?.find('button', '重试'));
    fails = false;
    retry.focus();
    await click(retry);
    await until(() => text().includes('drug 1'));
    expect(document.activeElement).toBe(get('region', 'Drugs'));
  });

  it('a field of the search that `visible` takes away is not there, and comes when it is wanted', async () => {
    const wanted = observable.box(false);
    const store = storeOf([drug(1)]);
    const Drugs = observer(() => (
      <ListPage title="Drugs" store={store} columns={COLUMNS} search={[{ kind: 'text', name: 'keyword', label: 'Keyword', visible: () => wanted.get() }]} />
    ));
    const context = createFakeWebContext();
    context.http.answer(columnSettingsContract.routes.load, []);
    page = await renderElement(<Drugs />, { context, menu: createFakeMenu({ enCode: 'his.drug' }) });
    const shown = page;
    expect(shown.find('textbox', 'Keyword')).toBeUndefined();
    await act(async () => runInAction(() => wanted.set(true)));
    expect(shown.find('textbox', 'Keyword')).toBeDefined();
  });

  it('a field that tells what can be searched has room for all of its words, another one is as narrow as ever', async () => {
    const store = new ListStore<Drug, Filter>({ rowKey: 'id', load: async () => ({ data: { list: [] } }) });
    const roomOf = (element: HTMLElement) => Number.parseInt(element.closest<HTMLElement>('.nk-search-field')?.style.getPropertyValue('--nk-words') ?? '', 10);
    const placeholder = '範本名稱、範本代碼、訊息標題或拼音';
    const { get } = await draw(store, { search: [{ kind: 'text', name: 'keyword', label: '關鍵詞', placeholder }] });
    expect(roomOf(get('textbox', '關鍵詞'))).toBeGreaterThan(14 * (placeholder.length + '關鍵詞'.length));
    await page?.unmount();
    expect(roomOf((await draw(store)).get('textbox', 'Keyword'))).toBe(0);
  });

  it('searches by Enter, `/` puts the cursor into the search field', async () => {
    const asked: unknown[] = [];
    const store = new ListStore<Drug, Filter>({
      rowKey: 'id',
      load: async (request) => {
        asked.push(request.keyword);
        return { data: { list: [] } };
      },
    });
    const { get, type, press } = await draw(store);
    const field = get('textbox', 'Keyword');
    // happy-dom has no layout, so the frame counts as invisible unless it says otherwise
    (field.closest('form') as HTMLElement).getClientRects = () => [{}] as unknown as DOMRectList;
    await press(document.body, '/');
    expect(document.activeElement).toBe(field);
    await type(field, 'abc');
    await press(field, 'Enter');
    expect(asked.at(-1)).toBe('abc');
  });

  it('arrow keys move the row, Enter opens it, Space selects it', async () => {
    const opened: string[] = [];
    const store = storeOf([drug(1), drug(2), drug(3)]);
    const { get, press } = await draw(store, { selection: 'multiple', onOpen: (row) => opened.push(row.id) });
    const frame = get('region', 'Drugs');
    await press(frame, 'ArrowDown');
    await press(frame, 'ArrowDown');
    await press(frame, 'Enter');
    await press(frame, ' ');
    expect(opened).toEqual(['d2']);
    expect(store.selectedRows).toEqual([drug(2)]);
    await press(frame, 'End');
    expect(store.activeKey).toBe('d3');
  });

  it('a failure shows a card with code and retry; the retry loads again', async () => {
    let broken = true;
    const store = new ListStore<Drug, Filter>({
      rowKey: 'id',
      load: async () => {
        if (broken) throw new ApiError({ code: 500, error: 'drug.closed', message: 'The drug store is closed.' });
        return { data: { list: [drug(1)] } };
      },
    });
    const { get, click, text } = await draw(store);
    expect(get('alert').textContent).toContain('The drug store is closed.');
    expect(get('alert').textContent).toContain('drug.closed');
    broken = false;
    await click(get('button', '重试'));
    expect(text()).toContain('drug 1');
  });

  it('of 10,000 rows only those visible are drawn, and the reader is told how many there are', async () => {
    const { all, get } = await draw(storeOf(Array.from({ length: 10_000 }, (_, n) => drug(n))));
    expect(all('row').length).toBeLessThan(120);
    expect(get('table').getAttribute('aria-rowcount')).toBe('10001');
  });

  it('a press while an act is under way does nothing', async () => {
    let runs = 0;
    let finish: () => void = () => undefined;
    const { get, click, settle } = await draw(storeOf([]), {
      toolbar: [
        {
          key: 'sync',
          text: 'Sync',
          onClick: () => {
            runs += 1;
            return new Promise<void>((done) => {
              finish = done;
            });
          },
        },
      ],
    });
    await click(get('button', 'Sync'));
    await click(get('button', /Sync/));
    expect(runs).toBe(1);
    finish();
    await settle();
    await click(get('button', 'Sync'));
    expect(runs).toBe(2);
    finish();
    await settle();
  });

  it('[2.6-05] [7.16-03] [7.16-04] draws the columns as the user saved them and saves a change under the menu', async () => {
    const saved = [
      { prop: 'stock', label: 'old label', visible: true },
      { prop: 'name', label: 'Name', visible: true },
    ];
    const { all, get, find, click, context, until, unmount } = await draw(storeOf([drug(1)]), {}, { saved });
    context.http.answer(columnSettingsContract.routes.save, null);
    expect(all('columnheader').map((head) => head.textContent)).toEqual(['Stock', 'Name']);
    await click(get('button', '列表显示设置'));
    const drawer = await until(() => find('dialog'));
    expect(drawer.textContent).toContain('表头设置');
    await click(get('switch', '显示“Stock”'));
    expect(all('columnheader').map((head) => head.textContent)).toEqual(['Name']);
    expect(get('switch', '显示“Name”').getAttribute('aria-disabled') ?? (get('switch', '显示“Name”') as HTMLInputElement).disabled).toBeTruthy();
    await unmount();
    const [call] = context.http.callsOf(columnSettingsContract.routes.save);
    expect(call?.input.body).toEqual({
      moduleId: 'm1',
      fieldList: JSON.stringify([
        { prop: 'stock', label: 'Stock', visible: false },
        { prop: 'name', label: 'Name', visible: true },
      ]),
    });
  });

  it('[2.6-05] an answer that comes late does not undo what the user has arranged meanwhile', async () => {
    let resolve: (late: ColumnSetting[]) => void = () => undefined;
    const late = new Promise<ColumnSetting[]>((done) => {
      resolve = done;
    });
    const context = createFakeWebContext();
    context.http.answer(columnSettingsContract.routes.load, () => late);
    context.http.answer(columnSettingsContract.routes.save, null);
    page = await renderElement(<ListPage title="Drugs" store={storeOf([drug(1)])} columns={COLUMNS} />, {
      context,
      menu: createFakeMenu({ enCode: 'his.drug' }),
    });
    const { all, get, find, click, until, settle } = page;
    await click(get('button', '列表显示设置'));
    await until(() => find('dialog'));
    await click(get('switch', '显示“Stock”'));
    resolve([{ prop: 'stock', label: 'Stock', visible: true }]);
    await settle();
    expect(all('columnheader').map((head) => head.textContent)).toEqual(['Name']);
  });

  it.each([
    ['zh', '查询', '列表显示设置'],
    ['zhtw', '查詢', '列表顯示設定'],
    ['en', 'Search', 'List display settings'],
  ] as const)('speaks %s', async (language, search, settings) => {
    const { find } = await draw(storeOf([]), {}, { language });
    expect(find('button', search)).toBeDefined();
    expect(find('button', settings)).toBeDefined();
  });
});
