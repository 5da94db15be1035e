import { dayOf, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findingContract, type FindingRow } from '../../contract/money/finding.contract.ts';
import { FINDING_KINDS } from '../../contract/money/finding-kinds.ts';
import { priceRuleContract } from '../../contract/money/price-rule.contract.ts';
import en from '../../locales/en.json' with { type: 'json' };
import texts from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { Page } from './findings.page.tsx';

const { routes } = findingContract;
const PARAMS = {
  ...{ n: 9, cap: 8, mode: 'HDF', names: '血液透析管路', name: '甲状旁腺激素', days: 20, least: 80, last: '2026-02-10', why: 'hospital', from: '2026-03-01' },
  ...{ unit: '袋', what: 'code-empty', charged: 2, held: 1, dialysers: 2, minutes: 200, prescribed: 240, count: 3 },
};
const row = (kind: FindingRow['kind'], over: Partial<FindingRow> = {}): FindingRow => ({
  ...{ id: kind, kind, patientId: 'p', patientName: 'SIM 张三', outpatientCode: 'MZ1', day: '2026-03-02', sessionId: 's1', dpId: 'rx1', dpNumber: 'CF1' },
  params: PARAMS,
  ...over,
});
let page: RenderedPage | undefined;
let ctx: FakeWebContext;
beforeEach(() => {
  ctx = createFakeWebContext({ texts, pageAddress: (menu, query = {}) => `/${menu}?${new URLSearchParams(query)}` });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
type Report = ReplyOf<typeof routes.list>;
const draw = async (list: readonly FindingRow[], unlisted = 0, over: Partial<Report> = {}): Promise<RenderedPage> => {
  const counts: Record<string, number> = {};
  for (const { kind } of list) counts[kind] = (counts[kind] ?? unlisted) + 1;
  ctx.http.answer(routes.list, { month: '2026-03', held: 3, written: 2, counts, list: [...list], large: false, madeAt: null, run: null, ...over });
  page = await renderPage(Page, { context: ctx, menu: createFakeMenu({ enCode: 'dialysis.findings' }) });
  await page.until(() => page?.text().includes('SIM 张三') === true);
  return page;
};

describe('findings', () => {
  it('say what was found and what to do, open the sheet and the prescription, and take goods that have come', async () => {
    const shown = await draw([row('too-soon'), row('stock-short', { id: 'x', dpId: '' })]);
    expect(shown.text()).toContain('甲状旁腺激素：距上次（2026-02-10）20 天，应间隔 80 天');
    expect(shown.text()).toContain('在处方行备注写明复查原因，或退掉');
    await shown.click(shown.all('button', '处方')[0] ?? shown.get('button', '处方'));
    expect(ctx.record.places.at(-1)).toBe('/his.prescription?dpId=rx1');
    ctx.http.answer(routes.takeStock, { used: 1, short: [] });
    await shown.click(shown.get('button', '补扣库存'));
    await shown.until(() => ctx.http.callsOf(routes.takeStock).length === 1);
  });

  it('that are more than one answer carries are counted, and the page says that only the newest are listed', async () => {
    const whole = await draw([row('short')]);
    expect(whole.text()).not.toContain('只列出');
    await whole.unmount();
    const shown = await draw([row('short')], 5_000);
    expect(shown.text()).toContain('本月共发现 5001 个问题，下面只列出日期最近的 1 个');
    expect(shown.text()).toContain('时间不足且无原因 5001');
  });

  it('of a large month are looked for in the background: how far it is shows, it is cancelled, and what was found says when', async () => {
    const run = { runId: 'run-1', month: '2026-03', daysRead: 0, days: 31, startedAt: Date.parse('2026-03-31T02:00:00Z'), endedAt: null, error: '' };
    const nothing = { month: '2026-03', held: 0, written: 0, counts: {}, list: [], large: true, madeAt: null, run: null };
    ctx.http.answer(routes.list, nothing);
    page = await renderPage(Page, { context: ctx, menu: createFakeMenu({ enCode: 'dialysis.findings' }) });
    const shown = page;
    await shown.until(() => shown.text().includes('需在后台核查'));
    expect(shown.text()).not.toContain('没有发现问题');
    ctx.http.answer(routes.startRun, { ...run, state: 'running' });
    ctx.http.answer(routes.list, { ...nothing, run: { ...run, state: 'running', daysRead: 12 } });
    await shown.click(shown.get('button', '开始核查'));
    await shown.until(() => shown.text().includes('已读 12 / 31 天'));
    expect(ctx.http.callsOf(routes.startRun)[0]?.input.body).toEqual({ month: dayOf(ctx.now()).slice(0, 7) });
    ctx.http.answer(routes.cancelRun, { ...run, state: 'cancelling' });
    ctx.http.answer(routes.run, { ...run, state: 'cancelled', endedAt: run.startedAt });
    ctx.http.answer(routes.list, { ...nothing, run: { ...run, state: 'cancelled', endedAt: run.startedAt } });
    await shown.click(shown.get('button', '取消核查'));
    await shown.until(() => shown.text().includes('核查已取消。'));
    expect(ctx.http.callsOf(routes.cancelRun)[0]?.input.params).toEqual({ id: 'run-1' });
    ctx.http.answer(routes.list, {
      ...{ ...nothing, counts: { short: 1 }, list: [row('short')], madeAt: run.startedAt },
      run: { ...run, state: 'done', daysRead: 31, endedAt: run.startedAt },
    });
    await shown.click(shown.get('button', '重新核查'));
    await shown.until(() => shown.text().includes('SIM 张三'));
    expect(shown.text()).toContain('结果来自 2026-03-31 10:00 开始的核查');
    ctx.http.answer(routes.list, { ...nothing, run: { ...run, state: 'failed', error: '后台核查出错' } });
    await shown.click(shown.get('button', '重新核查'));
    await shown.until(() => shown.text().includes('后台核查出错'));
  });

  it('have words for every kind in three languages', () => {
    for (const one of [texts, zhtw, en]) {
      const { t } = createFakeWebContext({ texts: one });
      for (const kind of FINDING_KINDS)
        for (const key of [`finding.kinds.${kind}`, `finding.details.${kind}`, `finding.todo.${kind}`] as const) {
          expect(t(key, PARAMS)).not.toContain('finding.');
          expect(t(key, PARAMS)).not.toContain('{{');
        }
    }
  });

  it('rules of the region are added by days, with words however they are separated', async () => {
    ctx.http.answer(priceRuleContract.routes.list, { list: [] });
    ctx.http.answer(routes.kitEntries, { list: [] });
    ctx.http.answer(priceRuleContract.routes.add, {} as never);
    const shown = await draw([row('over-cap')]);
    await shown.click(shown.get('tab', /地区规则/));
    await shown.until(() => shown.text().includes('还没有地区规则'));
    await shown.type(shown.get('textbox', '不得另收的材料，用顿号分开'), '管路、 穿刺针，A液');
    await shown.click(shown.get('button', '添加'));
    await shown.until(() => ctx.http.callsOf(priceRuleContract.routes.add).length === 1);
    expect(ctx.http.callsOf(priceRuleContract.routes.add)[0]?.input.body).toMatchObject({
      kind: 'treatment',
      mode: 'HD',
      words: ['管路', '穿刺针', 'A液'],
      to: null,
    });
  });
});
