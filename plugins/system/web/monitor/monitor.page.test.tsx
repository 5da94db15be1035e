import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { monitorContract } from '../../contract/monitor/monitor.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { CHARTS } from './monitor-charts.ts';
import { plugin, view } from './monitor.fixture.ts';
import { Page } from './monitor.page.tsx';
import { READ_EVERY_MS } from './monitor.store.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Charts are as large as their place, and no place has a size in the window of tests. */
function givePlacesASize(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(220);
}

const { charts, series } = texts.monitor;
const NOON = Date.parse('2026-03-02T12:00:00+08:00');

/** Words of a chart, and the corners of each line in it. */
function drawnOf(shown: RenderedPage, label: string): { readonly words: readonly string[]; readonly corners: readonly number[] } {
  const svg = shown.get('img', label).querySelector('svg');
  return {
    words: [...(svg?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent ?? ''),
    corners: [...(svg?.querySelectorAll('path[fill="none"][stroke-linejoin="bevel"]') ?? [])].map(
      (path) => path.getAttribute('d')?.match(/[MLC]/g)?.length ?? 0,
    ),
  };
}

it('[2.5-05] every chart is drawn with each of its series by name, and goes on with each reading', async () => {
  givePlacesASize();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  answerContract(context.http, monitorContract, { now: view(NOON, [plugin(100)]) });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.monitor' }) });
  const shown = page;
  const allSay = (time: string) =>
    shown.until(() => CHARTS.every(({ key }) => shown.find('img', charts[key]) && drawnOf(shown, charts[key]).words.includes(time)));
  await allSay('12:00:00');
  for (const chart of CHARTS) expect(drawnOf(shown, charts[chart.key]).words).toEqual(expect.arrayContaining(chart.series.map((name) => series[name])));
  for (const [seconds, calls] of [
    [5, 150],
    [10, 260],
  ] as const) {
    answerContract(context.http, monitorContract, { now: view(NOON + seconds * 1_000, [plugin(calls)]) });
    vi.advanceTimersByTime(READ_EVERY_MS);
    await allSay(`12:00:${String(seconds).padStart(2, '0')}`);
  }
  for (const chart of CHARTS) expect([chart.key, drawnOf(shown, charts[chart.key]).corners]).toEqual([chart.key, chart.series.map(() => 3)]);
  expect(context.http.callsOf(monitorContract.routes.now)).toHaveLength(3);
});
