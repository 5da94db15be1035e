import { post, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ImportButton } from './import-button.tsx';
import { ImportPreview, type PreviewedChange } from './import-preview.dialog.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function choose(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no control asks for a file');
  Object.defineProperty(input, 'files', { value: [new File(['{}'], name)], configurable: true });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
const isLoading = (): boolean => document.querySelector('button')?.classList.contains('semi-button-loading') ?? false;

describe('import button', () => {
  it('[4-24] is loading from the moment a file is chosen until the result returns, also where it is refused', async () => {
    const given: string[] = [];
    let settle: { done: () => void; fail: (error: Error) => void } | undefined;
    const context = createFakeWebContext();
    const onFile = ({ name }: File) => {
      given.push(name);
      return new Promise<void>((done, fail) => {
        settle = { done, fail };
      });
    };
    page = await renderElement(<ImportButton accept=".json" onFile={onFile} />, { context });
    expect(isLoading()).toBe(false);
    await choose('one.json');
    expect([given, isLoading()]).toEqual([['one.json'], true]);
    await choose('two.json');
    expect(given).toEqual(['one.json']);
    await act(async () => settle?.done());
    expect(isLoading()).toBe(false);
    await choose('one.json');
    expect([given, isLoading()]).toEqual([['one.json', 'one.json'], true]);
    await act(async () => settle?.fail(Object.assign(new Error('refused'), { name: 'ApiError' })));
    expect(isLoading()).toBe(false);
  });

  it('[7.16-06] [8-08] with an address it sends the file there and tells what the server says of it, for a second', async () => {
    const context = createFakeWebContext();
    const to = post('/api/acme/Articles/Actions/Import', {
      ...({ summary: '', need: 'session', audit: 'write', retry: 'natural', encoding: 'multipart' } as const),
      body: uploadBody,
      reply: Type.Object({ count: Type.Integer() }),
    });
    context.http.answer(to, { count: 3 });
    const taken: unknown[] = [];
    page = await renderElement(<ImportButton accept=".xlsx" url="/api/acme/Articles/Actions/Import" onImported={(data) => taken.push(data)} />, { context });
    await choose('SIM.xlsx');
    const [call] = context.http.callsOf(to);
    expect([call?.route.method, call?.route.method !== 'GET' && call?.route.encoding, (call?.input.body as { file: File } | undefined)?.file.name]).toEqual([
      'POST',
      'multipart',
      'SIM.xlsx',
    ]);
    expect([taken, context.record.toasts]).toEqual([[{ count: 3 }], [{ kind: 'success', text: 'ok', durationMs: 1_000 }]]);
    // What it is refused with the HTTP client shows, as long as the call says.
    context.http.refuse(to, { error: 'acme.no', message: 'SIM 拒绝' });
    await choose('SIM2.xlsx');
    expect(context.http.callsOf(to).map(({ options }) => options.toastMs)).toEqual([1_000, 1_000]);
    expect([taken.length, context.record.toasts.length, context.record.reports, isLoading()]).toEqual([1, 1, [], false]);
  });

  it('is there for those alone who hold its code', async () => {
    const context = createFakeWebContext({ can: () => false });
    const menu = createFakeMenu({ enCode: 'system.menu', fullName: '菜单' });
    page = await renderElement(<ImportButton button="btn_upload" accept=".json" onFile={async () => undefined} />, { context, menu });
    expect(document.querySelector('button')).toBeNull();
  });
});

describe('preview of an import', () => {
  const row = (id: string, over: PreviewedChange['act']) => ({ id, act: over, reason: over === 'refuse' ? '编码重复' : '' });
  const shown = (rows: readonly ReturnType<typeof row>[]) => (
    <ImportPreview
      rows={rows}
      title="导入菜单"
      columns={[{ prop: 'id', label: '编码' }]}
      rowKey={({ id }) => id}
      note={(state) => <p>{state}</p>}
      onTake={async () => undefined}
      onClose={() => undefined}
    />
  );
  it.each([
    ['ask', ['create', 'same'], false],
    ['same', ['same', 'skip'], true],
    ['refused', ['create', 'refuse'], true],
  ] as const)('%s: one goes on only where something changes and nothing is refused', async (state, acts, disabled) => {
    page = await renderElement(shown(acts.map((act, at) => row(`SIM${at}`, act))), { context: createFakeWebContext() });
    const { get, until, find } = page;
    await until(() => find('button', '导入'));
    expect(document.body.textContent).toContain(state);
    expect((get('button', '导入') as HTMLButtonElement).disabled).toBe(disabled);
  });
});
