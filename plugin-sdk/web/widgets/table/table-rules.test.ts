import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from '../columns/column.ts';
import { layoutColumns } from '../columns/column-layout.ts';
import { applySettings, defaultSettings, mergeSettings, moveSetting } from '../columns/column-settings.ts';
import { pagerItems } from '../page/pager-items.ts';
import { actionsWidth, INDEX_COLUMN, inlineFor } from '../columns/table-columns.ts';
import { scrollStep, tableWindow } from './table-window.ts';

const column = (prop: string, more: Partial<Column<object>> = {}): Column<object> => ({ prop, label: prop.toUpperCase(), ...more });

describe('window of a long table', () => {
  it('covers what is visible, draws few rows, and keeps the height', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.integer({ min: 20, max: 60 }), fc.nat(2000), fc.nat(1_000_000), (count, height, view, wanted) => {
        const scrollTop = Math.min(wanted, Math.max(0, count * height - view));
        const { from, to, above, below } = tableWindow(count, height, scrollStep(scrollTop, height), view);
        expect(above + below + (to - from) * height).toBe(count * height);
        expect(from * height).toBeLessThanOrEqual(scrollTop);
        expect(to * height).toBeGreaterThanOrEqual(Math.min(scrollTop + view, count * height));
        if (count > 120) expect(to - from).toBeLessThanOrEqual(Math.ceil(view / height) + 36);
      }),
    );
  });

  it('short tables are drawn whole, so that the browser can find and print them', () => {
    expect(tableWindow(120, 40, 0, 600)).toEqual({ from: 0, to: 120, above: 0, below: 0 });
  });
});

describe('column layout', () => {
  it('fills the frame, gives nobody less than asked, and sticks only where it leaves room', () => {
    const columns = fc.array(
      fc.record({
        width: fc.option(fc.integer({ min: 40, max: 300 }), { nil: undefined }),
        minWidth: fc.option(fc.integer({ min: 40, max: 300 }), { nil: undefined }),
        fixed: fc.constantFrom(undefined, 'left' as const, 'right' as const),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(columns, fc.nat(2000), (list, available) => {
        const wanted = list.map((one, at) => column(`c${at}`, one));
        const { columns: placed, width, covered } = layoutColumns(wanted, available);
        expect(placed).toHaveLength(list.length);
        for (const { column: one, width: given } of placed) expect(given).toBeGreaterThanOrEqual(one.width ?? one.minWidth ?? 96);
        expect(width).toBe(placed.reduce((sum, one) => sum + one.width, 0));
        if (placed.some(({ column: one }) => !one.fixed || one.width === undefined) && width <= available)
          expect(available - width).toBeLessThanOrEqual(list.length);
        const stuck = placed.filter((one) => one.left !== undefined || one.right !== undefined);
        const stuckWidth = stuck.reduce((sum, one) => sum + one.width, 0);
        expect(stuckWidth).toBeLessThanOrEqual(available * 0.55);
        expect(covered.left + covered.right).toBe(stuckWidth);
      }),
    );
  });

  it('fixed columns stand at their edges', () => {
    const { columns } = layoutColumns(
      [column('a', { width: 900 }), column('b', { fixed: 'right', width: 80 }), column('c', { fixed: 'left', width: 50 })],
      1000,
    );
    expect(columns.map(({ column: one, left, right }) => [one.prop, left, right])).toEqual([
      ['c', 0, undefined],
      ['a', undefined, undefined],
      ['b', undefined, 0],
    ]);
  });

  it('the numbers of rows stand first and scroll away; what sticks behind them stands at the edge', () => {
    const index = column(INDEX_COLUMN, { width: 60, fixed: 'left' });
    const { columns, covered } = layoutColumns([index, column('name', { fixed: 'left', width: 120 }), column('b', { width: 900 })], 1000);
    expect(columns.map(({ column: one, left }) => [one.prop, left])).toEqual([
      [INDEX_COLUMN, undefined],
      ['name', 0],
      ['b', undefined],
    ]);
    expect(covered.left).toBe(120);
  });

  it('where all columns fit, none sticks', () => {
    const { columns, covered } = layoutColumns(
      [column('a', { fixed: 'left', width: 100 }), column('b', { minWidth: 100 }), column('c', { fixed: 'right', width: 80 })],
      280,
    );
    expect(columns.map(({ left, right }) => left ?? right)).toEqual([undefined, undefined, undefined]);
    expect(covered).toEqual({ left: 0, right: 0 });
  });

  it('on a phone the acts stick alone where the name beside them would hide the rest', () => {
    const { columns } = layoutColumns(
      [column('name', { fixed: 'left', width: 150 }), column('b', { width: 200 }), column('acts', { fixed: 'right', width: 72 })],
      340,
    );
    expect(columns.map(({ column: one, left, right }) => [one.prop, left, right])).toEqual([
      ['name', undefined, undefined],
      ['b', undefined, undefined],
      ['acts', undefined, 0],
    ]);
  });

  it('where a table scrolls, no column looks out of its frame by a few pixels; what shows enough stays', () => {
    const acts = column('acts', { fixed: 'right', width: 62 });
    const widthsOf = (list: readonly Column<object>[], available: number) => layoutColumns([...list, acts], available).columns.map(({ width }) => width);
    expect(widthsOf([column('name', { minWidth: 220 }), column('size', { width: 100 })], 311)).toEqual([249, 100, 62]);
    expect(widthsOf([column('title', { minWidth: 130 }), column('state', { width: 86 }), column('by', { width: 90 })], 300)).toEqual([143, 95, 90, 62]);
    expect(widthsOf([column('name', { minWidth: 150 }), column('size', { width: 100 })], 311)).toEqual([150, 100, 62]);
    // Wider than the frame by itself: there is nothing before it.
    expect(widthsOf([column('text', { width: 900 }), column('size', { width: 100 })], 311)).toEqual([900, 100, 62]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 60, max: 300 }), { minLength: 1, maxLength: 8 }), fc.integer({ min: 200, max: 1500 }), (list, available) => {
        const { columns: placed, width } = layoutColumns(
          list.map((one, at) => column(`c${at}`, { width: one, minWidth: 60 })),
          available,
        );
        fc.pre(width > available && (placed[0]?.width ?? 0) <= available);
        let room = available;
        for (const one of placed) {
          if (one.width > room) break;
          room -= one.width;
        }
        expect(room === 0 || room >= 56).toBe(true);
      }),
    );
  });
});

describe('column of acts', () => {
  const open = { key: 'open', text: 'Open', onClick: () => undefined };

  it('is as wide as its heading where the acts are shorter', () => {
    expect(actionsWidth([open], 2, { heading: 'Actions', more: 'More' })).toBeGreaterThanOrEqual('Actions'.length * 8.5 + 24);
    expect(actionsWidth([{ ...open, text: '查看' }], 2, { heading: '操作', more: '更多' })).toBe(72);
  });

  it('on a phone several acts go into one menu, and a single short one stays', () => {
    const texts = { heading: '操作', more: '更多' };
    const acts = ['编辑', '成员', '授权', '删除'].map((one) => ({ ...open, key: one, text: one }));
    expect([0, 340, 1200].map((available) => inlineFor(acts, 2, available, texts))).toEqual([2, 0, 2]);
    expect(inlineFor(acts.slice(0, 1), 2, 340, texts)).toBe(2);
  });

  it('has room for whichever acts a row leaves', () => {
    const texts = ['Open', 'Change', 'Take back the release', 'Set aside', 'Print'];
    const acts = texts.map((text, at) => ({ ...open, key: text, text, ...(at > 0 && { visible: () => at > 1 }) }));
    const heading = { heading: 'Actions', more: 'More' };
    const alone = (of: readonly string[]): number =>
      actionsWidth(
        of.map((text) => ({ ...open, key: text, text })),
        2,
        heading,
      );
    expect(actionsWidth(acts, 2, heading)).toBeGreaterThanOrEqual(alone(['Open', 'Take back the release', 'Set aside']));
    expect(actionsWidth(acts, 2, heading)).toBeGreaterThanOrEqual(alone(['Take back the release', 'Set aside', 'More']));
    // All stand always: the first two and the menu.
    expect(
      actionsWidth(
        acts.map(({ visible, ...act }) => act),
        2,
        heading,
      ),
    ).toBe(alone(['Open', 'Change', 'More']));
  });

  it('grows with the acts that stand in the row', () => {
    const acts = [open, { ...open, key: 'edit', text: 'Change the entry' }];
    expect(actionsWidth(acts, 2, { heading: 'Actions', more: 'More' })).toBeGreaterThan(actionsWidth([open], 2, { heading: 'Actions', more: 'More' }));
  });
});

describe('[2.6-05] column settings', () => {
  const columns = [column('a', { always: true }), column('b'), column('c', { hiddenAtFirst: true })];

  it('the default is all columns in the order of the author', () => {
    expect(defaultSettings(columns).map(({ prop, visible }) => [prop, visible])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
  });

  it('saved settings follow the columns of today', () => {
    const saved = [
      { prop: 'gone', label: 'Gone', visible: true },
      { prop: 'b', label: 'old text', visible: false },
      { prop: 'b', label: 'twice', visible: true },
      { prop: 'a', label: 'A', visible: false },
    ];
    expect(mergeSettings(columns, saved)).toEqual([
      { prop: 'b', label: 'B', visible: false },
      { prop: 'c', label: 'C', visible: false },
      { prop: 'a', label: 'A', visible: true },
    ]);
    expect(applySettings(columns, mergeSettings(columns, saved)).map((one) => one.prop)).toEqual(['a']);
  });

  it('merging loses no column and invents none, and merging again changes nothing', () => {
    const props = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    fc.assert(
      fc.property(props, props, (now, before) => {
        const today = now.map((prop) => column(prop));
        const merged = mergeSettings(
          today,
          before.map((prop) => ({ prop, label: prop, visible: true })),
        );
        expect(merged.map((one) => one.prop).sort()).toEqual([...now].sort());
        expect(mergeSettings(today, merged)).toEqual(merged);
      }),
    );
  });

  it('moving keeps all entries and stays within the list', () => {
    const settings = defaultSettings(columns);
    expect(moveSetting(settings, 0, 2).map((one) => one.prop)).toEqual(['b', 'c', 'a']);
    expect(moveSetting(settings, 2, 0).map((one) => one.prop)).toEqual(['c', 'a', 'b']);
    expect(moveSetting(settings, 0, -1)).toBe(settings);
    expect(moveSetting(settings, 0, 3)).toBe(settings);
  });
});

describe('[2.6-02] pager', () => {
  const shown = (current: number, pages: number) => pagerItems(current, pages).map((item) => (item.kind === 'page' ? item.page : '…'));

  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 10, [1, 2, 3, 4, 5, 6, '…', 10]],
    [5, 10, [1, '…', 3, 4, 5, 6, 7, '…', 10]],
    [10, 10, [1, '…', 5, 6, 7, 8, 9, 10]],
  ])('page %i of %i', (current, pages, items) => expect(shown(current, pages)).toEqual(items));

  it('always shows first, last and current page, in order, each once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(499), (pages, offset) => {
        const current = 1 + (offset % pages);
        const numbers = shown(current, pages).filter((item): item is number => item !== '…');
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const page of [1, current, pages]) expect(numbers).toContain(page);
        expect(numbers.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});
