import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ViewContent } from '../../../../contract/list-view/list-view.schema.ts';
import type { Column } from '../../columns/column.ts';
import { ListStore } from '../list-store.ts';
import { contentOf, isSameContent, lookOf } from './view-content.ts';

type Filter = Record<string, unknown>;
const NAMES = ['keyword', 'state', 'day', 'payer'];
const PROPS = ['name', 'phone', 'born', 'stock'];

const value = fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), fc.integer(), fc.boolean(), fc.tuple(fc.integer(), fc.integer()));
const filter = fc.dictionary(fc.constantFrom(...NAMES), value);
const sort = fc.option(fc.record({ sidx: fc.constantFrom(...PROPS), sort: fc.constantFrom('asc' as const, 'desc' as const) }));
const settings = fc
  .shuffledSubarray(PROPS, { minLength: 4 })
  .chain((props) => fc.tuple(...props.map((prop) => fc.record({ prop: fc.constant(prop), label: fc.constant(prop), visible: fc.boolean() }))));
const content: fc.Arbitrary<ViewContent> = fc.record({ columns: settings, sort, filter, pageSize: fc.constantFrom(20, 50, 100) });

const fieldsOf = (names: readonly string[]) => names.map((name) => ({ kind: 'text' as const, name, label: name })) as never;
const columnsOf = (props: readonly string[]): Column<object>[] => props.map((prop) => ({ prop, label: prop, sortable: true }));
const listOf = (names: readonly string[], props: readonly string[]) => {
  const asked: unknown[] = [];
  const store = new ListStore<object, Filter>({
    rowKey: () => '',
    filter: { fixed: 1, state: 'on' },
    load: async (request) => {
      asked.push(request);
      return { data: { list: [], pagination: { total: 0 } } };
    },
  });
  return { store, search: fieldsOf(names), columns: columnsOf(props), asked };
};

describe('a view of a list', () => {
  it('looked through, gives itself again: what was saved is what is asked for, with one call', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (view) => {
        const list = listOf(NAMES, PROPS);
        const { look, dropped } = lookOf(view, list);
        await list.store.look(look);
        expect([dropped, list.asked.length]).toEqual([0, 1]);
        expect(isSameContent(contentOf(list, view.columns), view)).toBe(true);
        // What is no search field stays as the page has it.
        expect(list.asked).toMatchObject([{ fixed: 1, pageSize: view.pageSize }]);
      }),
    );
  });

  it('asks for nothing that the person may not use, and says how much was left out', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.subarray(NAMES), fc.subarray(PROPS), async (view, names, props) => {
        const list = listOf(names, props);
        const { look, dropped } = lookOf(view, list);
        await list.store.look(look);
        const asked = Object.keys(list.asked[0] as object).filter((name) => NAMES.includes(name) && name !== 'state');
        expect(asked.filter((name) => !names.includes(name))).toEqual([]);
        expect(props).toEqual(expect.arrayContaining(list.store.sorting ? [list.store.sorting.sidx] : []));
        const refused = Object.keys(view.filter).filter((name) => !names.includes(name)).length + (view.sort && !props.includes(view.sort.sidx) ? 1 : 0);
        expect(dropped).toBe(refused);
      }),
    );
  });

  it('of none, the list is as at the start', async () => {
    const list = listOf(NAMES, PROPS);
    await list.store.look({ filter: { keyword: 'x' }, sorting: { sidx: 'name', sort: 'asc' }, pageSize: 100 });
    await list.store.look();
    expect(list.asked.at(-1)).toEqual({ fixed: 1, state: 'on', currentPage: 1, pageSize: 20 });
  });

  it('keeps nothing that was chosen beside the list, nor empty values', async () => {
    const list = listOf(NAMES, PROPS);
    await list.store.within({ branch: 'b1' });
    await list.store.search({ keyword: '', payer: [], day: [1, 2] });
    expect(contentOf(list, [])).toEqual({ columns: [], sort: null, filter: { state: 'on', day: [1, 2] }, pageSize: 20 });
    await list.store.look(lookOf({ columns: [], sort: null, filter: { keyword: 'a' }, pageSize: 50 }, list).look);
    expect(list.asked.at(-1)).toEqual({ fixed: 1, branch: 'b1', keyword: 'a', currentPage: 1, pageSize: 50 });
  });

  it('another language, or a view that arranges no columns, is no difference', () => {
    const view: ViewContent = { columns: [{ prop: 'name', label: '姓名', visible: true }], sort: null, filter: { a: 1, b: 2 }, pageSize: 20 };
    expect(isSameContent(view, { ...view, columns: [{ prop: 'name', label: 'Name', visible: true }], filter: { b: 2, a: 1 } })).toBe(true);
    expect(isSameContent(view, { ...view, columns: [] })).toBe(true);
    for (const other of [
      { filter: { a: 1 } },
      { pageSize: 50 },
      { columns: [{ prop: 'name', label: '姓名', visible: false }] },
      { sort: { sidx: 'a', sort: 'asc' as const } },
    ])
      expect(isSameContent(view, { ...view, ...other })).toBe(false);
  });
});
