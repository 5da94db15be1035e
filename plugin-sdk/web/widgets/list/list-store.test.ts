import { describe, expect, it } from 'vitest';
import { type ListLoad, ListStore } from './list-store.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}
type Filter = { keyword: string; state: number | null };

const rows = (from: number, to: number): Row[] => Array.from({ length: to - from }, (_, n) => ({ id: `r${from + n}`, name: `row ${from + n}` }));

/** A server with `total` rows that keeps what it was asked. */
function serverOf(total: number) {
  const asked: Parameters<ListLoad<Row, Filter>>[0][] = [];
  const state = { total };
  const load: ListLoad<Row, Filter> = async (request) => {
    asked.push(request);
    const from = (request.currentPage - 1) * request.pageSize;
    return { data: { list: rows(from, Math.max(from, Math.min(from + request.pageSize, state.total))), pagination: { total: state.total } } };
  };
  return { asked, load, state };
}

/** A load whose calls end when the test says so. */
function heldLoad() {
  const calls: { readonly signal: AbortSignal; readonly finish: (list: Row[]) => void; readonly fail: (error: unknown) => void }[] = [];
  const load: ListLoad<Row, Filter> = (_, signal) =>
    new Promise((resolve, reject) => calls.push({ signal, finish: (list) => resolve({ data: { list, pagination: { total: list.length } } }), fail: reject }));
  return { calls, load };
}

describe('list store', () => {
  it('[9-01] asks for page 1 with 20 rows', async () => {
    const { asked, load } = serverOf(45);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    expect(store.state).toEqual({ kind: 'idle' });
    await store.start();
    expect(asked).toEqual([{ currentPage: 1, pageSize: 20 }]);
    expect([store.rows.length, store.total, store.pageCount, store.paged]).toEqual([20, 45, 3, true]);
    await store.start();
    expect(asked).toHaveLength(1);
  });

  it('comes into view again: what was read is read anew at its page, what was not, failed or is on its way is left alone', async () => {
    const { asked, load, state } = serverOf(45);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    await store.refresh();
    expect(asked).toEqual([]);
    await store.start();
    await store.goToPage(3);
    state.total = 44;
    await store.refresh();
    expect(asked.at(-1)).toEqual({ currentPage: 3, pageSize: 20 });
    expect([store.rows.length, store.total]).toEqual([4, 44]);

    const held = heldLoad();
    const busy = new ListStore<Row, Filter>({ rowKey: 'id', load: held.load });
    const first = busy.start();
    await busy.refresh();
    expect([held.calls.length, held.calls[0]?.signal.aborted]).toEqual([1, false]);
    held.calls[0]?.fail(new Error('away'));
    await first;
    await busy.refresh();
    expect([held.calls.length, busy.state.kind]).toEqual([1, 'failed']);
  });

  it('grows below what is there, as far as one call gives; a read keeps the length, a search begins anew', async () => {
    const { asked, load, state } = serverOf(700);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load, pageSize: 50 });
    await store.start();
    expect([store.rows.length, store.growable]).toEqual([50, true]);
    const [place] = [store.place];
    await store.showMore();
    expect([asked.at(-1), store.rows.length, store.place]).toEqual([{ currentPage: 1, pageSize: 150 }, 150, place]);
    state.total = 690;
    await store.reload();
    expect([store.rows.length, store.total]).toEqual([150, 690]);
    for (const expected of [250, 350, 450, 500]) {
      await store.showMore();
      expect(store.rows.length).toBe(expected);
    }
    expect(store.growable).toBe(false);
    await store.search({ keyword: 'x' });
    expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 50, keyword: 'x' });
    state.total = 50;
    await store.reload();
    expect(store.growable).toBe(false);
  });

  it('what could not be read does not count as shown', async () => {
    const { load } = serverOf(200);
    const fails = { next: false };
    const store = new ListStore<Row, Filter>({
      rowKey: 'id',
      pageSize: 50,
      load: (...asked) => (fails.next ? Promise.reject(new Error('away')) : load(...asked)),
    });
    await store.start();
    fails.next = true;
    await store.showMore();
    expect([store.state.kind, store.rows.length, store.growable]).toEqual(['failed', 50, true]);
    fails.next = false;
    await store.showMore();
    expect(store.rows.length).toBe(150);
  });

  it('a search goes to page 1, drops the selection and leaves out what is not filled in', async () => {
    const { asked, load } = serverOf(45);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load, filter: { state: 1 } });
    await store.start();
    store.selectOnly(store.rows[0] as Row);
    await store.goToPage(2);
    expect(store.selectedRows).toHaveLength(1);
    await store.search({ keyword: 'x', state: null });
    expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 20, keyword: 'x' });
    expect(store.selectedRows).toEqual([]);
    await store.resetSearch();
    expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 20, state: 1 });
  });

  it('a reset empties the search form and stays at the place that was chosen beside the list', async () => {
    const { asked, load } = serverOf(45);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    await store.within({ state: 1 });
    await store.search({ keyword: 'x' });
    expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 20, state: 1, keyword: 'x' });
    await store.resetSearch();
    expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 20, state: 1 });
    await store.within({ state: null });
    await store.resetSearch();
    expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 20 });
  });

  it('knows whether a search narrows what shows; the values at the start do not', async () => {
    const { load } = serverOf(0);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load, filter: { state: 1 } });
    expect(store.narrowedBy(['keyword', 'state'])).toBe(false);
    await store.search({ keyword: '' });
    expect(store.narrowedBy(['keyword', 'state'])).toBe(false);
    await store.search({ keyword: 'x' });
    expect(store.narrowedBy(['keyword', 'state'])).toBe(true);
    expect(store.narrowedBy(['state'])).toBe(false);
    await store.search({ keyword: '', state: 2 });
    expect(store.narrowedBy(['keyword', 'state'])).toBe(true);
  });

  it('typing alone searches nothing', async () => {
    const { asked, load } = serverOf(1);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    store.setDraft({ keyword: 'a' });
    await store.reload();
    expect(asked.at(-1)).not.toHaveProperty('keyword');
  });

  it('another page size keeps the first row visible', async () => {
    const { load } = serverOf(500);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    await store.start();
    await store.goToPage(4);
    const [first] = store.rows;
    await store.setPageSize(50);
    expect(store.currentPage).toBe(2);
    expect(store.rows.map((row) => row.id)).toContain(first?.id);
  });

  it('page numbers stay within what is there', async () => {
    const { asked, load } = serverOf(45);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    await store.start();
    await store.goToPage(99);
    expect(asked.at(-1)?.currentPage).toBe(3);
    await store.goToPage(Number.NaN);
    expect(asked.at(-1)?.currentPage).toBe(1);
  });

  it('when the last row of the last page is gone it shows the page before', async () => {
    const { load, state } = serverOf(41);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    await store.start();
    await store.goToPage(3);
    expect(store.rows).toHaveLength(1);
    state.total = 40;
    await store.reload();
    expect([store.currentPage, store.rows.length]).toEqual([2, 20]);
  });

  it('a column head asks for ascending, descending, no order in turn', async () => {
    const { asked, load } = serverOf(1);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    for (const expected of [{ sidx: 'name', sort: 'asc' }, { sidx: 'name', sort: 'desc' }, {}]) {
      await store.sortBy('name');
      expect(asked.at(-1)).toEqual({ currentPage: 1, pageSize: 20, ...expected });
    }
  });

  it('a newer load wins: the older one is aborted and its late answer dropped', async () => {
    const { calls, load } = heldLoad();
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    const first = store.reload();
    const second = store.search({ keyword: 'new' });
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[1]?.finish(rows(5, 6));
    await second;
    calls[0]?.finish(rows(0, 1));
    await first;
    expect(store.rows.map((row) => row.id)).toEqual(['r5']);
    expect(store.state).toEqual({ kind: 'ready' });
  });

  it('a failure keeps the rows that were there, and a failure of an aborted call is no failure', async () => {
    const { calls, load } = heldLoad();
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    const loaded = store.reload();
    expect(store.state).toEqual({ kind: 'loading', first: true });
    calls[0]?.finish(rows(0, 2));
    await loaded;
    const again = store.reload();
    expect(store.state).toEqual({ kind: 'loading', first: false });
    const error = new Error('down');
    calls[1]?.fail(error);
    await again;
    expect(store.state).toEqual({ kind: 'failed', error });
    expect(store.rows).toHaveLength(2);
    const last = store.reload();
    store.dispose();
    calls[2]?.fail(new Error('aborted'));
    await last;
    expect(store.state).toEqual({ kind: 'ready' });
  });

  it('can be used again after it was disposed', async () => {
    const { load } = serverOf(3);
    const store = new ListStore<Row, Filter>({ rowKey: 'id', load });
    const first = store.start();
    store.dispose();
    await first;
    expect(store.state).toEqual({ kind: 'idle' });
    await store.start();
    expect(store.rows).toHaveLength(3);
  });

  it('a selected row that is loaded again is the new row', async () => {
    let name = 'old';
    const store = new ListStore<Row>({ rowKey: 'id', load: async () => ({ data: { list: [{ id: 'a', name }] } }) });
    await store.start();
    store.selectOnly(store.rows[0] as Row);
    name = 'new';
    await store.reload();
    expect(store.selectedRows).toEqual([{ id: 'a', name: 'new' }]);
    expect(store.paged).toBe(false);
  });

  it('the keyboard row stops at both ends', async () => {
    const { load } = serverOf(2);
    const store = new ListStore<Row, Filter>({ rowKey: (row) => row.id, load });
    expect(store.moveActive(1)).toBe(-1);
    await store.start();
    expect([store.moveActive(1), store.moveActive(1), store.moveActive(1), store.moveActive(-5)]).toEqual([0, 1, 1, 0]);
    expect(store.activeRow?.id).toBe('r0');
  });
});
