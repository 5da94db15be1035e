import { ApiError } from '@nephra/plugin-sdk/web';
import { describe, expect, it } from 'vitest';
import { type ImportRow, userImportContract } from '../../contract/index.ts';
import { previewRow, userContext } from '../user/user.web-fixture.ts';
import { userImportStore } from './user-import.store.ts';

const { routes } = userImportContract;
const file = new File(['x'], 'users.xlsx');
const all = { snum: 0, fnum: 0, resultType: 0 as const, failResult: [] };

async function opened(count: number, over: (n: number) => object = () => ({})) {
  const context = userContext();
  context.http.answer(routes.preview, { dataRow: Array.from({ length: count }, (_none, n) => previewRow(n + 2, over(n))) });
  context.http.answer(routes.importData, all);
  const store = userImportStore(context);
  await store.open(file);
  const sent = (): ImportRow[][] => context.http.callsOf(routes.importData).map(({ input }) => (input.body as { list: ImportRow[] }).list);
  return { context, store, sent };
}

describe('[7.11-15] import of users in the page', () => {
  it('[5-16] [5-17] what is no workbook, or too large a one, is not sent', async () => {
    const { context, store } = await opened(0);
    const before = context.http.calls.length;
    const large = new File(['x'], 'users.xlsx');
    Object.defineProperty(large, 'size', { value: 5_242_880 });
    for (const [chosen, text] of [
      [new File(['x'], 'users.pdf'), '请选择.xlsx类型的文件'],
      [large, '文件大小超过5MB'],
    ] as const) {
      await store.open(chosen);
      expect((store.error as Error).message).toBe(text);
    }
    expect(context.http.calls).toHaveLength(before);
  });

  it('sends parts, managers first, and counts', async () => {
    const { store, sent } = await opened(600, (n) => (n < 300 ? { manager: `new.${n + 302}` } : {}));
    await store.run();
    expect(sent().map((list) => list.length)).toEqual([250, 250, 100]);
    const order = sent()
      .flat()
      .map((row) => row.account);
    expect(order.indexOf('new.302')).toBeLessThan(order.indexOf('new.2'));
    expect(sent()[0]?.[0]).not.toHaveProperty('errors');
    expect([store.step.kind, store.there.length, store.answered]).toEqual(['done', 600, 600]);
  });

  it('after a lost line it goes on with what has no answer yet', async () => {
    const { context, store, sent } = await opened(600);
    let calls = 0;
    context.http.answer(routes.importData, () => {
      calls += 1;
      if (calls === 2) throw new ApiError({ code: 0, error: 'network', message: '断网' });
      return all;
    });
    await store.run();
    expect(store.step).toMatchObject({ kind: 'paused', error: { message: '断网' } });
    expect([store.there.length, store.ready.length]).toEqual([250, 350]);
    await store.run();
    expect(store.step.kind).toBe('done');
    expect(sent().map((list) => list.length)).toEqual([250, 250, 250, 100]);
    expect(sent()[2]?.[0]?.rowKey).toBe(sent()[1]?.[0]?.rowKey);
  });

  it('is called off after the part that is on its way', async () => {
    const { context, store } = await opened(600);
    context.http.answer(routes.importData, () => {
      store.stop();
      return all;
    });
    await store.run();
    expect(store.step).toEqual({ kind: 'paused', error: null });
    expect(store.there).toHaveLength(250);
  });

  it('rows that the server refuses come back with their reasons', async () => {
    const { context, store } = await opened(3);
    context.http.answer(routes.importData, {
      ...all,
      resultType: 1,
      failResult: [previewRow(3, { errors: [{ field: 'account', msg: '已存在' }], errorsInfo: '已存在' })],
    });
    await store.run();
    expect(store.wrong.map((row) => row.errorsInfo)).toEqual(['已存在']);
    expect([store.there.length, store.filter]).toEqual([2, 'wrong']);
  });

  it('another visit goes on where the first one ended; a finished one is forgotten', async () => {
    const { context, store } = await opened(300);
    context.http.answer(routes.importData, () => {
      throw new ApiError({ code: 0, error: 'network', message: '断网' });
    });
    await store.run();
    store.dispose();
    const later = userImportStore(context);
    expect(later.unfinished).toEqual({ fileName: 'file-1.xlsx', name: 'users.xlsx' });
    context.http.answer(routes.importData, all);
    await later.resume();
    expect(context.http.callsOf(routes.preview).at(-1)?.input.query).toEqual({ fileName: 'file-1.xlsx' });
    await later.run();
    expect(later.step.kind).toBe('done');
    expect(userImportStore(context).unfinished).toBeNull();
  });

  it('a file that cannot be read says why', async () => {
    const context = userContext();
    context.http.refuse(routes.preview, { error: 'core.xlsx-unreadable', message: '这不是完整的 Excel 工作簿' });
    const store = userImportStore(context);
    await store.open(file);
    expect(store.step.kind).toBe('choose');
    expect((store.error as Error).message).toBe('这不是完整的 Excel 工作簿');
  });
});
