import { createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dialysisFileContract } from '../../../dialysis-file/contract/index.ts';
import { sessionContract } from '../../../dialysis-session/contract/index.ts';
import { wholeOf } from '../../../dialysis-session/web/bedside/bedside.fixture.ts';
import { roundContract } from '../../contract/round.contract.ts';
import { eventsOf, rowsOf, wholeSpan } from '../../domain/timeline-rows.ts';
import { timelineOf } from '../../domain/timeline.fixture.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { lookOf } from './timeline-look.ts';
import { timelineOption } from './timeline-option.ts';
import { Page } from './timeline.page.tsx';

let page: RenderedPage | undefined;
let ctx: FakeWebContext;
beforeEach(() => {
  ctx = createFakeWebContext({ texts, pageAddress: (menu, query = {}) => `/${menu}?${new URLSearchParams(query)}` });
  ctx.http.answer(roundContract.routes.timeline, timelineOf());
  ctx.http.answer(dialysisFileContract.routes.list, { list: [], pagination: { total: 0, currentPage: 1, pageSize: 50 } } as never);
  ctx.http.answer(sessionContract.routes.session, wholeOf({ state: 5 }));
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('says the same in a table as in the picture, opens sheets, and its window of time is moved by keys', async () => {
  page = await renderPage(Page, { context: ctx, query: { patientId: 'pat-1' } });
  const shown = page;
  const window = await shown.until(() => shown.find('slider', /时间窗口/));
  // The picture's first frame is drawn before the page goes.
  await shown.until(() => document.querySelector('canvas'));
  const before = window.textContent;
  await shown.press(window, 'ArrowUp');
  await shown.until(() => window.textContent !== before);
  await shown.click(shown.get('button', '表格'));
  await shown.until(() => shown.text().includes('10.4'));
  expect(shown.text()).toContain('低血压');
  expect(shown.text()).toContain('血红蛋白 108 g/L');
  await shown.click(shown.get('button', '打开 2026-01-07 的治疗单'));
  await shown.until(() => document.body.textContent?.includes('完整治疗单'));
});

it('the picture has each series on its own grid under one axis, and no point without a value', () => {
  const reply = timelineOf();
  const rows = rowsOf(reply);
  const whole = wholeSpan(reply, rows);
  const t = (key: string): string => key;
  const option = timelineOption(reply, rows, eventsOf(reply), whole, whole, lookOf(t as never, document.body), 1200);
  const series = option.series as readonly { name: string; xAxisIndex: number; data: readonly (readonly [number, number])[] }[];
  expect(series.map(({ xAxisIndex }) => xAxisIndex)).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5]);
  expect(series[1]?.data.map(([, value]) => value)).toEqual([62.6, 62]);
  for (const { data } of series.slice(1)) for (const [at, value] of data) expect(Number.isFinite(at) && Number.isFinite(value)).toBe(true);
});
