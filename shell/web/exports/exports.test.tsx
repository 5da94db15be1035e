import { ApiError, type CallOptions, type HttpPort } from '@nephra/plugin-sdk/web';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ExportJob, exportsContract } from '../../contract/index.ts';
import { drawFrame, type DrawnFrame } from '../layouts/testing/draw-frame.tsx';
import { ExportsStore } from './exports.store.ts';

const { routes } = exportsContract;
const job = (over: Partial<ExportJob> = {}): ExportJob => ({
  id: 'e1',
  name: '账单 2016-2026.xlsx',
  state: 'running',
  rowsRead: 0,
  rowsWritten: 0,
  bytes: 0,
  startedAt: 1_774_000_000_000,
  endedAt: null,
  reason: '',
  ...over,
});

/** A server that knows these exports, a clock that the test moves, and what was told. */
function storeWith(first: readonly ExportJob[]) {
  let jobs: readonly ExportJob[] | 'away' = first;
  const asked: CallOptions[] = [];
  const http: HttpPort = {
    async call(route, input, options = {}) {
      if (jobs === 'away') throw new ApiError({ code: 0, error: 'network', message: 'away' });
      if (route === routes.list) {
        asked.push(options);
        return { data: { list: jobs }, msg: '' };
      }
      const { id } = (input as { params: { id: string } }).params;
      jobs = jobs.map((one) => (one.id === id ? { ...one, state: 'cancelled' as const } : one));
      return { data: jobs.find((one) => one.id === id), msg: '' };
    },
    fileUrl: (path) => path,
  };
  const planned: { work: () => void; ms: number }[] = [];
  const later = (work: () => void, ms: number) => {
    const one = { work, ms };
    planned.push(one);
    return () => void (planned.includes(one) && planned.splice(planned.indexOf(one), 1));
  };
  const ended: string[] = [];
  const store = new ExportsStore({ http, later, onEnded: ({ state }) => ended.push(state) });
  return {
    store,
    ended,
    planned,
    asked,
    server: (now: readonly ExportJob[] | 'away') => {
      jobs = now;
    },
    /** The next look takes place. */
    async tick() {
      planned.shift()?.work();
      await act(async () => {});
    },
  };
}

describe('what a page knows of exports in the background', () => {
  it('looks once after the start, and again and again while one is under way; then it says how it ended', async () => {
    const { store, planned, ended, tick, server, asked } = storeWith([]);
    store.start();
    await tick();
    expect([store.jobs, planned]).toEqual([[], []]);
    server([job()]);
    await store.began();
    expect([store.asked, store.running?.id, planned.map(({ ms }) => ms)]).toEqual([1, 'e1', [2_000]]);
    server([job({ rowsRead: 40_000, rowsWritten: 10_000 })]);
    await tick();
    expect(store.running?.rowsWritten).toBe(10_000);
    server('away');
    await tick();
    // Nobody answers: what is known stays, and the next look comes later.
    expect([store.running?.rowsWritten, planned.map(({ ms }) => ms)]).toEqual([10_000, [15_000]]);
    server([job({ state: 'done' })]);
    await tick();
    expect([ended, planned]).toEqual([['done'], []]);
    // Such calls keep nobody's session awake.
    expect(asked.every(({ background, quiet }) => background && quiet)).toBe(true);
  });

  it('forgets everything when the session ends', async () => {
    const { store, planned } = storeWith([job()]);
    store.start();
    await store.look();
    store.stop();
    expect([store.jobs, planned]).toEqual([[], []]);
  });
});

describe('the panel of exports', () => {
  let page: DrawnFrame | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
    vi.restoreAllMocks();
  });
  /** The frame, and the server's list behind it. */
  const draw = async (exports: ExportJob[], language: 'zh' | 'zhtw' | 'en' = 'zh') => {
    page = await drawFrame({ settings: { language }, exports });
    return page;
  };
  const begins = async ({ shell, change }: DrawnFrame) => await change(() => void shell.exports.began());

  it('is out of the way as long as there are none', async () => {
    const { find } = await draw([]);
    expect(find('button', '导出')).toBeUndefined();
  });

  it('opens when an export goes on, shows how far it is, and stops it', async () => {
    const frame = await draw([job({ rowsRead: 40_000, rowsWritten: 10_000 })]);
    await begins(frame);
    const { get, until, click, log, all } = frame;
    await until(() => frame.find('dialog', '导出'));
    expect(get('button', '导出进行中').getAttribute('aria-expanded')).toBe('true');
    expect(get('progressbar', /账单 2016-2026.xlsx/).getAttribute('aria-valuenow')).toBe('24');
    expect(document.body.textContent).toContain('已写入 10000 / 40000 行');
    await click(get('button', '取消'));
    await until(() => document.body.textContent?.includes('已取消'));
    expect(log).toContain('POST /api/system/Exports/{id}/Actions/Cancel {}');
    expect(all('progressbar')).toEqual([]);
  });

  it('gives the file of one that is done, and tells why another has none', async () => {
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const frame = await draw([
      job({ id: 'e2', state: 'done', rowsRead: 40_000, rowsWritten: 40_000, bytes: 3_000_000, endedAt: 1_774_000_060_000 }),
      job({ state: 'failed', reason: '导出中断', endedAt: 1_774_000_000_000 }),
    ]);
    await begins(frame);
    const { get, until, click } = frame;
    await until(() => frame.find('dialog', '导出'));
    expect(get('alert').textContent).toBe('导出中断');
    expect(document.body.textContent).toContain('40000 行，2.9 MB');
    await click(get('button', '下载'));
    await until(() => saved.length === 1);
    expect(saved).toEqual(['账单.xlsx']);
  });

  it.each([
    ['zhtw', '匯出', '已讀取 5 列'],
    ['en', 'Exports', '5 rows read'],
  ] as const)('speaks %s', async (language, title, reading) => {
    const frame = await draw([job({ rowsRead: 5 })], language);
    await begins(frame);
    await frame.until(() => frame.find('dialog', title));
    expect(document.body.textContent).toContain(reading);
  });
});
