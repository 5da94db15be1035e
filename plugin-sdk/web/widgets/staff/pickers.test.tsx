import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EditableTable } from '../lines/editable-table.tsx';
import { ListStore } from '../list/list-store.ts';
import { PickerPopover } from './picker-popover.tsx';
import { PopupSelect } from '../pick/popup-select.tsx';
import { SubTableStore } from '../lines/sub-table-store.ts';
import { TreeList } from '../tree/tree-list.tsx';
import { TreeListPage } from '../tree/tree-list-page.tsx';
import { TreeStore } from '../tree/tree-store.ts';

interface Drug {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
}
const DRUGS: readonly Drug[] = [
  { id: '1', name: 'aspirin', stock: 0 },
  { id: '2', name: 'heparin', stock: 3 },
  { id: '3', name: 'insulin', stock: 5 },
];
const COLUMNS = [
  { prop: 'name', label: 'Name' },
  { prop: 'stock', label: 'Stock', width: 60 },
];

let page: RenderedPage | undefined;
const draw = async (...args: Parameters<typeof renderElement>) => {
  page = await renderElement(...args);
  return page;
};
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

describe('picker', () => {
  const picker = (onPick: (row: Drug) => void, load = async (keyword: string) => DRUGS.filter((drug) => drug.name.includes(keyword))) => (
    <PickerPopover<Drug> label="Drug" rowKey="id" delayMs={0} load={load} columns={COLUMNS} isDisabled={(row) => row.stock === 0} onPick={onPick} />
  );

  it('finds while one types, arrows move over what can be chosen, Enter takes it and stays for the next', async () => {
    const onPick = vi.fn();
    const { get, all, find, type, press, until } = await draw(picker(onPick));
    const field = get('combobox', 'Drug') as HTMLInputElement;
    await type(field, 'in');
    await until(() => find('option', /heparin/)?.getAttribute('aria-selected') === 'true');
    expect(all('option').map((one) => one.textContent)).toEqual(['aspirin0', 'heparin3', 'insulin5']);
    await press(field, 'ArrowDown');
    expect(field.getAttribute('aria-activedescendant')).toBe(get('option', /insulin/).id);
    await press(field, 'Enter');
    expect(onPick).toHaveBeenCalledWith(DRUGS[2]);
    expect(find('listbox')).toBeUndefined();
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('');
  });

  it('Escape closes and keeps the dialog around open; a row without stock cannot be clicked', async () => {
    const onPick = vi.fn();
    const outer = vi.fn();
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog that would close on Escape
    const { get, find, click, press, until } = await draw(<div onKeyDown={outer}>{picker(onPick)}</div>);
    const field = get('combobox', 'Drug');
    await click(field);
    await until(() => find('option', /aspirin/));
    await click(get('option', /aspirin/));
    expect(onPick).not.toHaveBeenCalled();
    await press(field, 'Escape');
    expect(find('listbox')).toBeUndefined();
    expect(outer).not.toHaveBeenCalled();
  });

  it('Enter during the composition of a Chinese word takes nothing', async () => {
    const onPick = vi.fn();
    const { get, find, click, press, until } = await draw(picker(onPick));
    await click(get('combobox', 'Drug'));
    await until(() => find('option', /heparin/));
    await press(get('combobox', 'Drug'), 'Enter', { isComposing: true });
    expect(onPick).not.toHaveBeenCalled();
  });

  it('an empty search offers and takes nothing by itself: not by Enter, not for a mouse that rests on it, not by Ctrl+Enter', async () => {
    const onPick = vi.fn();
    const outer = vi.fn();
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a page that confirms by Ctrl+Enter
    const { get, find, all, click, press, until } = await draw(<div onKeyDown={(event) => outer(event.key, event.ctrlKey)}>{picker(onPick)}</div>);
    const field = get('combobox', 'Drug');
    await click(field);
    await until(() => find('option', /heparin/));
    await act(async () => {
      get('option', /heparin/).dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    });
    expect(all('option').map((one) => one.getAttribute('aria-selected'))).toEqual(['false', 'false', 'false']);
    await press(field, 'Enter');
    expect([onPick.mock.calls.length, outer.mock.calls.length]).toEqual([0, 0]);
    expect(find('listbox')).toBeDefined();
    await press(field, 'Enter', { ctrlKey: true });
    expect(onPick).not.toHaveBeenCalled();
    expect(outer).toHaveBeenCalledWith('Enter', true);
    expect(find('listbox')).toBeUndefined();
  });

  it('Enter with Ctrl, Shift, Alt or the system key is no choice, even with a row under the keys', async () => {
    const onPick = vi.fn();
    const { get, find, type, press, until } = await draw(picker(onPick));
    const field = get('combobox', 'Drug');
    for (const modifier of ['ctrlKey', 'shiftKey', 'altKey', 'metaKey']) {
      await type(field, 'hep');
      await until(() => find('option', /heparin/)?.getAttribute('aria-selected') === 'true');
      await press(field, 'Enter', { [modifier]: true });
      expect(onPick, modifier).not.toHaveBeenCalled();
    }
  });

  it('says when nothing is found', async () => {
    const { get, type, until, text } = await draw(picker(() => undefined));
    await type(get('combobox', 'Drug'), 'zzz');
    await until(() => text().includes('没有符合条件的数据'));
  });
});

describe('popup select', () => {
  const storeOf = (load = async () => ({ data: { list: DRUGS } })) => new ListStore<Drug, { keyword: string }>({ rowKey: 'id', load });

  it('[2.6-04] [4-21] [5-23] choosing a row and confirming hands it out; without a choice nothing can be confirmed', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    const { get, click, until, find } = await draw(
      <PopupSelect visible title="Drugs" store={storeOf()} columns={COLUMNS} onConfirm={onConfirm} onClose={onClose} />,
    );
    await until(() => find('radio', '选择第2行'));
    const confirm = get('button', '确定') as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
    await click(get('radio', '选择第2行'));
    await click(get('radio', '选择第3行'));
    await click(get('button', '确定'));
    expect(onConfirm.mock.calls).toEqual([[DRUGS[2]]]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('[2.6-04] as a drawer it does the same, and a keyword searches', async () => {
    const asked: unknown[] = [];
    const onConfirm = vi.fn();
    const store = new ListStore<Drug, { keyword: string }>({
      rowKey: 'id',
      load: async ({ keyword }) => {
        asked.push(keyword);
        return { data: { list: DRUGS } };
      },
    });
    const { get, click, type, until, find } = await draw(
      <PopupSelect visible as="drawer" title="Drugs" store={store} columns={COLUMNS} onConfirm={onConfirm} onClose={() => undefined} />,
    );
    await until(() => find('radio', '选择第2行'));
    await type(get('textbox', '输入关键词'), 'hep');
    await click(get('button', '查询'));
    expect(asked).toEqual([undefined, 'hep']);
    await click(get('radio', '选择第2行'));
    await click(get('button', '确定'));
    expect(onConfirm).toHaveBeenCalledWith(DRUGS[1]);
  });

  it('[4-22] cancel hands out nothing', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    const { get, click, until, find } = await draw(
      <PopupSelect visible title="Drugs" store={storeOf()} columns={COLUMNS} onConfirm={onConfirm} onClose={onClose} />,
    );
    await until(() => find('radio', '选择第2行'));
    await click(get('radio', '选择第2行'));
    await click(get('button', '取消'));
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('[9-01] without paging 10,000 rows cost no more than those visible', async () => {
    const list = Array.from({ length: 10_000 }, (_, at) => ({ id: String(at), name: `drug ${at}`, stock: 1 }));
    const { all, find, until } = await draw(
      <PopupSelect
        visible
        title="Drugs"
        store={storeOf(async () => ({ data: { list } }))}
        columns={COLUMNS}
        onConfirm={() => undefined}
        onClose={() => undefined}
      />,
    );
    await until(() => find('radio', '选择第1行'));
    expect(all('row').length).toBeLessThan(120);
    expect(find('navigation', /^分页/)).toBeUndefined();
  });
});

describe('sub-table', () => {
  interface Line {
    name: string;
    count: number | null;
  }
  const storeOf = (rows: Line[]) =>
    new SubTableStore<Line>({
      rows,
      newRow: () => ({ name: '', count: null }),
      columns: () => [
        { kind: 'text', name: 'name', label: '名称', required: true },
        { kind: 'number', name: 'count', label: '数量', summary: (all) => all.reduce((sum, row) => sum + (row.count ?? 0), 0) },
        { kind: 'show', name: 'double', label: '双倍', render: (row) => (row.count ?? 0) * 2 },
      ],
    });

  it('[2.6-11] rows are added, changed and deleted; the summary follows', async () => {
    const store = storeOf([{ name: 'a', count: 2 }]);
    const { get, all, click, type } = await draw(<EditableTable label="Lines" store={store} />);
    await click(get('button', '添加一行'));
    await type(get('textbox', '名称 2'), 'b');
    await type(get('spinbutton', '数量 2'), '5');
    expect(store.values).toEqual([
      { name: 'a', count: 2 },
      { name: 'b', count: 5 },
    ]);
    expect(all('row').at(-1)?.textContent).toBe('合计7');
    expect(all('row')[2]?.textContent).toContain('10');
    await click(get('button', '删除第1行'));
    expect(store.values).toEqual([{ name: 'b', count: 5 }]);
  });

  it('[5-12] complaints stand in their cells', async () => {
    const store = storeOf([{ name: '', count: null }]);
    const { get, settle } = await draw(<EditableTable label="Lines" store={store} />);
    await act(async () => store.submit());
    await settle();
    expect(get('alert').textContent).toBe('名称不能为空');
    expect(get('textbox', '名称 1').getAttribute('aria-describedby')).toBe(get('alert').id);
  });

  it('Enter goes down and makes a row at the end', async () => {
    const store = storeOf([{ name: 'a', count: 1 }]);
    const { get, press, until } = await draw(<EditableTable label="Lines" store={store} />);
    await press(get('textbox', '名称 1'), 'Enter');
    expect(store.rows).toHaveLength(2);
    await until(() => document.activeElement === get('textbox', '名称 2'));
  });

  it('disabled, it only shows', async () => {
    const { find, get } = await draw(<EditableTable label="Lines" store={storeOf([{ name: 'a', count: 1 }])} disabled />);
    expect(find('button')).toBeUndefined();
    expect((get('textbox', '名称 1') as HTMLInputElement).disabled).toBe(true);
  });
});

describe('tree', () => {
  const TREE = [
    { id: '1', fullName: '总院', children: [{ id: '11', fullName: '透析科', children: null }] },
    { id: '2', fullName: '分院', children: null },
  ];
  const treeOf = (list = TREE) => new TreeStore({ load: async () => ({ data: { list } }) });

  it('[2.6-07] says 无数据 when it is empty', async () => {
    const { text } = await draw(<TreeList label="Organisation" store={treeOf([])} />);
    expect(text()).toContain('无数据');
  });

  it('arrows open, close and move; Enter chooses', async () => {
    const onSelect = vi.fn();
    const { get, all, press } = await draw(<TreeList label="Organisation" store={treeOf()} onSelect={onSelect} />);
    const tree = get('tree', 'Organisation');
    await press(tree, 'ArrowDown');
    await press(tree, 'ArrowLeft');
    expect(all('treeitem').map((one) => one.getAttribute('aria-level'))).toEqual(['1', '1']);
    await press(tree, 'ArrowRight');
    await press(tree, 'ArrowRight');
    await press(tree, 'Enter');
    expect(onSelect).toHaveBeenCalledWith(TREE[0]?.children?.[0]);
    await press(tree, 'ArrowLeft');
    expect(tree.getAttribute('aria-activedescendant')).toBe(get('treeitem', /总院/).id);
  });

  it('an entry is called by its name alone; open or closed is its state', async () => {
    const { get, click } = await draw(<TreeList label="Organisation" store={treeOf()} mark="check" isChosen={() => false} />);
    const top = get('treeitem', '总院');
    expect(top.getAttribute('aria-expanded')).toBe('true');
    await click(top.querySelector('button') as HTMLElement);
    expect(get('treeitem', '总院').getAttribute('aria-expanded')).toBe('false');
    expect(get('treeitem', '分院').hasAttribute('aria-expanded')).toBe(false);
  });

  it('[5-21] with the last-level option only leaves can be chosen', async () => {
    const onSelect = vi.fn();
    const { get, all, click } = await draw(<TreeList label="Organisation" store={treeOf()} onSelect={onSelect} leavesOnly />);
    // A press on a branch closes and opens it.
    await click(get('treeitem', /总院/));
    expect(all('treeitem')).toHaveLength(2);
    await click(get('treeitem', /总院/));
    expect(onSelect).not.toHaveBeenCalled();
    await click(get('treeitem', /透析科/));
    expect(onSelect).toHaveBeenCalledTimes(1);
  });

  it('Enter in the filter takes no hit of fewer letters, and none with Ctrl', async () => {
    const onSelect = vi.fn();
    const answers = new Map<string, (list: typeof TREE) => void>();
    const store = new TreeStore<(typeof TREE)[number]>({
      load: async () => ({ data: { list: TREE } }),
      find: (keyword) => new Promise((done) => answers.set(keyword, (list) => done({ data: { list } }))),
      delayMs: 0,
    });
    const outer = vi.fn();
    const { container, find, type, press, until } = await draw(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a form that Enter would submit
      <div onKeyDown={outer}>
        <TreeList label="Organisation" store={store} onSelect={onSelect} filter />
      </div>,
    );
    const filter = container.querySelector('input') as HTMLInputElement;
    await type(filter, '院');
    await until(() => answers.has('院'));
    await act(async () => answers.get('院')?.(TREE));
    await until(() => find('treeitem', /总院/));
    await type(filter, '院分');
    await press(filter, 'Enter');
    expect([onSelect.mock.calls.length, outer.mock.calls.length]).toEqual([0, 0]);
    await until(() => answers.has('院分'));
    await act(async () => answers.get('院分')?.(TREE.slice(1)));
    await until(() => find('treeitem', /分院/) && !find('treeitem', /总院/));
    await press(filter, 'Enter', { ctrlKey: true });
    expect(onSelect).not.toHaveBeenCalled();
    await press(filter, 'Enter');
    expect(onSelect).toHaveBeenCalledWith(TREE[1]);
  });

  it('of 10,000 nodes only those visible are drawn', async () => {
    const list = Array.from({ length: 100 }, (_, a) => ({
      id: `a${a}`,
      fullName: `a${a}`,
      children: Array.from({ length: 100 }, (__, b) => ({ id: `a${a}b${b}`, fullName: 'b', children: null })),
    }));
    const { all } = await draw(<TreeList label="Organisation" store={new TreeStore({ load: async () => ({ data: { list } }) })} />);
    expect(all('treeitem').length).toBeLessThan(120);
  });

  it('a node chosen in the tree searches the list beside it', async () => {
    const asked: unknown[] = [];
    const store = new ListStore<Drug, { orgId: string }>({
      rowKey: 'id',
      load: async ({ orgId }) => {
        asked.push(orgId);
        return { data: { list: DRUGS } };
      },
    });
    const { get, click, text } = await draw(
      <TreeListPage
        title="Staff"
        treeLabel="Organisation"
        tree={treeOf()}
        store={store}
        columns={COLUMNS}
        columnSettings={false}
        onSelectNode={(node) => void store.search({ orgId: node.id })}
      />,
    );
    await click(get('treeitem', /分院/));
    expect(asked).toEqual([undefined, '2']);
    expect(text()).toContain('heparin');
  });
});
