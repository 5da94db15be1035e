import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ColumnDrawer } from './column-drawer.tsx';
import { type ColumnSetting, defaultSettings } from './column-settings.ts';

const COLUMNS = [
  { prop: 'name', label: '名称', always: true },
  { prop: 'stock', label: '库存' },
  { prop: 'price', label: '单价', hiddenAtFirst: true },
];

interface Kept {
  /** What others begin with, as the server answers it. */
  readonly begun?: () => Promise<readonly ColumnSetting[]>;
}

function Kept({ begun = async () => defaultSettings(COLUMNS) }: Kept) {
  const [settings, setSettings] = useState<readonly ColumnSetting[]>(defaultSettings(COLUMNS));
  return (
    <>
      <ColumnDrawer
        columns={COLUMNS}
        list={{
          settings,
          change: (next) => setSettings(next.length > 0 ? next : defaultSettings(COLUMNS)),
          flush: async () => undefined,
          take: (next) => setSettings(next),
          keeper: { load: begun, save: async () => undefined },
          view: null,
          show: () => undefined,
          modelId: 'sim',
        }}
        onClose={() => undefined}
      />
      <output>{settings.map(({ prop, visible }) => (visible ? prop : `(${prop})`)).join(' ')}</output>
    </>
  );
}
const output = () => document.querySelector('output')?.textContent;

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('column drawer', () => {
  it('[2.6-05] Alt with an arrow moves a column, says where it is now and keeps the cursor on it', async () => {
    page = await renderElement(<Kept />);
    const { get, press, text } = page;
    const down = get('button', '下移“名称”');
    down.focus();
    await press(down, 'ArrowDown', { altKey: true });
    expect(output()).toBe('stock name (price)');
    expect(text()).toContain('“名称”现在是第 2 列，共 3 列');
    expect(document.activeElement).toBe(get('button', '下移“名称”'));
    await press(down, 'ArrowDown', { altKey: true });
    expect(output()).toBe('stock (price) name');
    // At the end this button is off; the cursor stays in the row.
    expect(document.activeElement).toBe(get('button', '上移“名称”'));
    await press(down, 'ArrowDown');
    expect(output()).toBe('stock (price) name');
  });

  it('[2.6-05] switches show and hide, 恢复默认 brings the author’s order back', async () => {
    page = await renderElement(<Kept />);
    const { get, click } = page;
    await click(get('button', '上移“单价”'));
    await click(get('switch', '显示“单价”'));
    expect(output()).toBe('name price stock');
    await click(get('button', '恢复默认'));
    expect(output()).toBe('name stock (price)');
  });

  it('[2.6-05] what is moved while 恢复默认 is still on its way stays moved', async () => {
    let answer: (begun: readonly ColumnSetting[]) => void = () => undefined;
    const begun = new Promise<readonly ColumnSetting[]>((resolve) => {
      answer = resolve;
    });
    page = await renderElement(<Kept begun={() => begun} />);
    const { get, click, press } = page;
    await click(get('button', '恢复默认'));
    const down = get('button', '下移“名称”');
    down.focus();
    await press(down, 'ArrowDown', { altKey: true });
    await act(async () => {
      answer(defaultSettings(COLUMNS));
      await begun;
    });
    expect(output()).toBe('stock name (price)');
  });
});
