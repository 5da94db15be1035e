import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FileImport } from './file-import.tsx';
import { FilePreviewStore } from './file-preview-store.ts';
import type { PreviewedChange } from './import-preview.dialog.tsx';

type Row = PreviewedChange & { readonly id: string };
interface Found {
  readonly list: readonly Row[];
  readonly same: number;
}

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function open(acts: readonly PreviewedChange['act'][], take: () => Promise<{ data: null; msg: string }> = async () => ({ data: null, msg: '已导入' })) {
  const did: string[] = [];
  const told: unknown[] = [];
  const context = createFakeWebContext();
  const store = new FilePreviewStore<Row, Found>(context, {
    look: async ({ name }) => {
      did.push(`look ${name}`);
      if (name === 'bad.json') throw Object.assign(new Error('refused'), { name: 'ApiError' });
      return { data: { list: acts.map((one, at) => ({ id: `SIM${at}`, act: one, reason: '' })), same: 3 } };
    },
    take: ({ name }, { toastMs }) => {
      did.push(`take ${name}`);
      told.push(toastMs);
      return take();
    },
    onTaken: async () => did.push('read'),
  });
  page = await renderElement(
    <FileImport
      accept=".json"
      store={store}
      title="SIM 导入"
      columns={[{ prop: 'id', label: '编码' }]}
      rowKey={({ id }) => id}
      notes={({ same }) => ({ refused: 'SIM 拒绝', same: 'SIM 相同', ask: `SIM 另有 ${same} 条` })}
      details={() => ['SIM 明细']}
    />,
    { context },
  );
  const choose = async (name: string): Promise<void> => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no control asks for a file');
    Object.defineProperty(input, 'files', { value: [new File(['{}'], name)], configurable: true });
    await act(async () => {
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };
  const confirm = async (): Promise<void> => {
    const button = page?.all('button', '导入').at(-1);
    if (!page || !button) throw new Error('nothing to confirm');
    await page.click(button);
  };
  return { shown: page, store, did, told, toasts: context.record.toasts, choose, confirm };
}

it('[8-08] a file is looked at, taken over once somebody says yes, which is told for a second, and what it changed is read anew', async () => {
  const { shown, store, did, told, toasts, choose, confirm } = await open(['edit']);
  await choose('SIM.json');
  await shown.until(() => document.body.textContent?.includes('SIM 另有 3 条'));
  expect([document.body.textContent?.includes('SIM 明细'), did]).toEqual([true, ['look SIM.json']]);
  await confirm();
  expect([did, store.found]).toEqual([['look SIM.json', 'take SIM.json', 'read'], null]);
  expect([toasts, told]).toEqual([[{ kind: 'success', text: '已导入', durationMs: 1_000 }], [1_000]]);
});

it('a file that is refused shows nothing; one that may not be taken is not', async () => {
  const { shown, store, did, choose, confirm } = await open(['create', 'refuse']);
  await choose('bad.json');
  expect(store.found).toBeNull();
  await choose('SIM.json');
  await shown.until(() => document.body.textContent?.includes('SIM 拒绝'));
  await confirm();
  expect(did).toEqual(['look bad.json', 'look SIM.json']);
});

it('what the server refuses while it takes the file leaves the preview open; closed, nothing is left to take', async () => {
  const { shown, store, did, choose, confirm } = await open(['edit'], () => Promise.reject(Object.assign(new Error('refused'), { name: 'ApiError' })));
  await choose('SIM.json');
  await shown.until(() => document.body.textContent?.includes('SIM 另有 3 条'));
  await confirm();
  expect([store.found?.same, did.includes('read')]).toEqual([3, false]);
  await act(async () => store.close());
  await store.take();
  expect(did).toEqual(['look SIM.json', 'take SIM.json']);
});
