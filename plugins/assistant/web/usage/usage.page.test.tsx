import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type Usage, usageContract } from '../../contract/usage.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { usageChart } from './usage-chart.ts';
import { Page } from './usage.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const cost = { asks: 3, promptTokens: 1_200, answerTokens: 800, cost: 12.5 };
const USAGE: Usage = { total: cost, days: [{ day: '2026-03-01', ...cost }], people: [{ userId: 'u1', userName: 'SIM 甲', organizeName: 'SIM 中心', ...cost }] };

async function open(usage: Usage | Error = USAGE) {
  const context = createFakeWebContext({ texts });
  if (usage instanceof Error) context.http.refuse(usageContract.routes.usage, { error: 'network' });
  else answerContract(context.http, usageContract, { usage });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.assistant' }) });
  return { shown: page, http: context.http };
}

it('shows questions, tokens and cost by day and person, over the days that are chosen', async () => {
  const { shown, http } = await open();
  await shown.until(() => shown.text().includes('SIM 甲'));
  for (const text of ['12.50', '1,200', '800', 'SIM 中心']) expect(shown.text()).toContain(text);
  await shown.click(shown.get('button', '近 7 天'));
  await shown.until(() => http.callsOf(usageContract.routes.usage).length === 2);
  expect(usageChart(USAGE.days, (key) => key)).toMatchObject({ series: [{ data: [1_200] }, { data: [800] }] });
});

it('says that there is nothing, and what went wrong', async () => {
  const { shown } = await open({ total: { asks: 0, promptTokens: 0, answerTokens: 0, cost: 0 }, days: [], people: [] });
  await shown.until(() => shown.text().includes('这段时间没有提问'));
  await shown.unmount();
  const failed = await open(new Error('network'));
  await failed.shown.until(() => failed.shown.find('alert'));
});
