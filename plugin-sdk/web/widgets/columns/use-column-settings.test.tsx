import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ListPage } from '../list/list-page.tsx';
import { ListStore } from '../list/list-store.ts';
import type { Column } from './column.ts';
import type { ColumnSetting, ColumnSettingsPort } from './column-settings.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

/** A list of two rows that stand before the answer about its columns comes. */
async function drawnWith(kept: readonly ColumnSetting[]): Promise<readonly string[]> {
  const drawn: string[] = [];
  const columns: readonly Column<{ name: string }>[] = [
    {
      prop: 'first',
      label: 'First',
      render: ({ name }) => {
        drawn.push(name);
        return name;
      },
    },
    { prop: 'second', label: 'Second' },
  ];
  let answer: (settings: readonly ColumnSetting[]) => void = () => undefined;
  const held = new Promise<readonly ColumnSetting[]>((resolve) => {
    answer = resolve;
  });
  const port: ColumnSettingsPort = { load: () => held, save: async () => undefined };
  const store = new ListStore<{ name: string }>({ rowKey: 'name', load: async () => ({ data: { list: [{ name: 'one' }, { name: 'two' }] } }) });
  page = await renderElement(<ListPage title="Rows" store={store} columns={columns} columnSettings={port} />, {
    context: createFakeWebContext(),
    menu: createFakeMenu({ enCode: 'his.rows' }),
  });
  expect([...new Set(drawn)]).toEqual(['one', 'two']);
  drawn.length = 0;
  await act(async () => answer(kept));
  return drawn;
}

it('whoever arranged no columns has the rows drawn once', async () => {
  expect(await drawnWith([])).toEqual([]);
});

it('columns that are kept show when they come', async () => {
  expect(await drawnWith([{ prop: 'second', label: 'Second', visible: false }])).not.toEqual([]);
  expect(page?.all('columnheader').map((head) => head.textContent)).toEqual(['First']);
});
