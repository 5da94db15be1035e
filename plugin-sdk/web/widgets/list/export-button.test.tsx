import { get, Type } from '@nephra/plugin-sdk/contract';
import { createFakeHttp, createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { type CallOptions, type CallResult, createClient, EXPORT_GOES_ON } from '@nephra/plugin-sdk/web';
import { defineContract } from '@nephra/plugin-sdk/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadFile } from '../paper/download-file.ts';
import { ExportButton } from './export-button.tsx';

const contract = defineContract('bills', {
  export: get('/api/bills/export', { summary: 'export', need: 'session', audit: 'export', raw: true, reply: Type.Null() }),
});

const saved: { name: string; size: number }[] = [];
let page: RenderedPage | undefined;

beforeEach(() => {
  saved.length = 0;
  const sizes = new Map<string, number>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    sizes.set(`blob:${sizes.size}`, (file as Blob).size);
    return `blob:${sizes.size - 1}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size: sizes.get(this.href) ?? -1 });
  });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
});

describe('downloads', () => {
  it('saves under the name of the server, or of the caller, and says so', async () => {
    const http = createFakeHttp();
    http.answer(contract.routes.export, new File(['abc'], '账单.xlsx'));
    const ctx = createFakeWebContext({ http });
    const client = createClient(contract, http);
    expect(await downloadFile(ctx, (options) => client.export({}, options))).toBe(true);
    expect(await downloadFile(ctx, (options) => client.export({}, options), { fileName: 'mine.xlsx' })).toBe(true);
    expect(saved).toEqual([
      { name: '账单.xlsx', size: 3 },
      { name: 'mine.xlsx', size: 3 },
    ]);
    expect(ctx.record.toasts).toEqual([
      { kind: 'success', text: '已下载“账单.xlsx”' },
      { kind: 'success', text: '已下载“mine.xlsx”' },
    ]);
    expect(http.calls[0]?.options.quiet).toBe(true);
  });

  it('a refusal is told with the sentence of the server, and nothing is saved', async () => {
    const http = createFakeHttp();
    http.refuse(contract.routes.export, { error: 'bills.too-many', code: 400, message: '最多导出一年' });
    const ctx = createFakeWebContext({ http });
    const client = createClient(contract, http);
    expect(await downloadFile(ctx, (options) => client.export({}, options))).toBe(false);
    http.refuse(contract.routes.export, { error: 'network', code: 0, message: 'x' });
    expect(await downloadFile(ctx, (options) => client.export({}, options))).toBe(false);
    expect(ctx.record.toasts).toEqual([
      { kind: 'error', text: '最多导出一年' },
      { kind: 'error', text: '网络连接中断，请检查网络后重试' },
    ]);
    expect(saved).toEqual([]);
  });

  it('a large export that goes on in the background is said, and saves nothing', async () => {
    const http = createFakeHttp();
    http.refuse(contract.routes.export, { error: EXPORT_GOES_ON, code: 202, message: '' });
    const ctx = createFakeWebContext({ http });
    const client = createClient(contract, http);
    expect(await downloadFile(ctx, (options) => client.export({}, options))).toBe(false);
    expect(http.calls[0]?.options.mayGoOn).toBe(true);
    expect([ctx.record.toasts.map(({ kind }) => kind), saved]).toEqual([['info'], []]);
  });

  it('a fault of the page itself is not hidden', async () => {
    const wrong = async (): Promise<CallResult<File>> => {
      throw new TypeError('no such field');
    };
    await expect(downloadFile(createFakeWebContext(), wrong)).rejects.toThrow('no such field');
  });
});

describe('ExportButton', () => {
  it('shows how much has come, runs once, and is ready again', async () => {
    let given: CallOptions = {};
    let finish: (file: File) => void = () => undefined;
    const call = vi.fn((options: CallOptions) => {
      given = options;
      return new Promise<CallResult<File>>((resolve) => {
        finish = (data) => resolve({ data, msg: '' });
      });
    });
    page = await renderElement(<ExportButton call={call} />, { context: createFakeWebContext({ language: 'en' }) });
    const { get: find, click, until, text } = page;
    await click(find('button', 'Export'));
    await act(async () => given.onProgress?.(1_500_000, null));
    await until(() => text().includes('Exporting 1.4 MB'));
    await click(find('button', /Exporting/));
    expect(call).toHaveBeenCalledTimes(1);
    await act(async () => finish(new File(['abc'], 'a.xlsx')));
    await until(() => text() === 'Export');
    expect(saved).toEqual([{ name: 'a.xlsx', size: 3 }]);
  });

  it('can be called off without a word', async () => {
    const call = (options: CallOptions) =>
      new Promise<CallResult<File>>((_resolve, reject) => options.signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }));
    const context = createFakeWebContext({ language: 'en' });
    page = await renderElement(<ExportButton call={call} />, { context });
    const { get: find, click, until, text } = page;
    await click(find('button', 'Export'));
    await click(find('button', 'Cancel'));
    await until(() => text() === 'Export');
    expect([context.record.toasts, context.record.reports]).toEqual([[], []]);
  });

  it('[6-05] exists only for those who may export', async () => {
    const call = async () => ({ data: new File([], 'a'), msg: '' });
    const menu = createFakeMenu({ enCode: 'his.bills' });
    const context = createFakeWebContext({ grants: [] });
    page = await renderElement(<ExportButton button="btn_export" call={call} />, { context, menu });
    expect(page.text()).toBe('');
  });
});
