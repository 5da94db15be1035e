import { DAY_MS, parseDay, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type FigurePanelView, figuresContract } from '../contract/index.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page } from './figures.page.tsx';

const { routes } = figuresContract;
const TODAY = '2026-03-04';
const NOW = parseDay(TODAY) + DAY_MS / 2;

const takings: FigurePanelView = {
  id: 'charging.takings',
  title: '收款统计',
  state: 'ready',
  now: false,
  totals: [
    { key: 'net', label: '净收入', unit: 'yuan', value: 1234.5, before: 1000, rule: '收费减去退费。', opens: true },
    { key: 'average', label: '笔均收费', unit: 'yuan', value: 61.7, before: null, rule: '', opens: false },
    { key: 'share', label: '基金支付比例', unit: 'percent', value: 62.5, before: 65, rule: '', opens: false },
  ],
  days: {
    key: 'days',
    title: '每日净收入',
    unit: 'yuan',
    stacked: true,
    opens: true,
    days: ['2026-03-01', '2026-03-02'],
    series: [
      { key: 'cash', label: '现金', values: [10.1, 20.2] },
      { key: 'wechat', label: '微信', values: [1.1, -2.2] },
    ],
  },
  parts: [
    {
      key: 'way',
      title: '按支付方式',
      unit: 'yuan',
      opens: true,
      list: [
        { key: 'cash', label: '现金', value: 900 },
        ...Array.from({ length: 9 }, (_, n) => ({ key: `way-${n}`, label: `方式${n}`, value: n === 0 ? 100 : 0 })),
      ],
    },
  ],
};
const COLUMNS: ReplyOf<typeof routes.rows>['columns'] = [
  { key: 'number', label: '收据号', kind: 'text' },
  { key: 'time', label: '收费时间', kind: 'time' },
  { key: 'day', label: '日期', kind: 'day' },
  { key: 'amount', label: '金额', kind: 'yuan' },
];
const late: FigurePanelView = { id: 'pharmacy.stock', title: '库存', state: 'late', now: false, totals: [], days: null, parts: [] };
const stock: FigurePanelView = {
  ...late,
  state: 'ready',
  now: true,
  totals: [{ key: 'worth', label: '库存金额', unit: 'yuan', value: 5, before: null, rule: '', opens: false }],
};

const answerOf = (list: readonly FigurePanelView[], { startDate, endDate }: { startDate: string; endDate: string }) => ({
  startDate,
  endDate,
  before: { startDate: '2026-02-25', endDate: '2026-02-28' },
  today: TODAY,
  at: NOW,
  list: [...list],
});

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(list: readonly FigurePanelView[] = [takings, late], options: FakeWebOptions = {}, kept?: unknown): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, now: () => NOW, ...options });
  if (kept !== undefined) context.drafts.save('period', kept);
  const { http } = context;
  http.answer(routes.panels, ({ query }) => (query.panel ? answerOf([stock], query) : answerOf(list, query)));
  http.answer(routes.rows, ({ query }) => ({
    columns: [...COLUMNS],
    list: [
      { key: 'b1', cells: { number: 'SF0001', time: NOW, day: TODAY, amount: 80.5 }, opens: { menu: 'his.charging', query: { billId: 'b1' } } },
      { key: 'b2', cells: { number: 'SF0002', time: null, day: null, amount: -3 }, opens: null },
    ],
    pagination: { currentPage: query.currentPage ?? 1, pageIndex: query.currentPage ?? 1, pageSize: query.pageSize ?? 20, total: 41 },
  }));
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.figures' }) });
  return page;
}

const askedOf = ({ context }: RenderedPage) => context.http.callsOf(routes.panels).map(({ input }) => input.query);
const rowsAsked = ({ context }: RenderedPage) => context.http.callsOf(routes.rows).at(-1)?.input;

describe('the page of figures', () => {
  it('begins with this month, in one call: totals with the period before in words, parts with their shares', async () => {
    const shown = await open();
    expect(askedOf(shown)).toEqual([{ startDate: '2026-03-01', endDate: TODAY }]);
    expect(shown.text()).toContain('2026-03-01 至 2026-03-04，与 2026-02-25 至 2026-02-28 相比');
    // On a phone the sentence wraps, and never within a day.
    const whole = [...document.querySelectorAll('.fg-whole')].map(({ textContent }) => textContent);
    expect(whole).toEqual(['2026-03-01', '2026-03-04', '2026-02-25', '2026-02-28']);
    expect(shown.get('button', /^净收入¥/).textContent).toContain('¥1,234.50▲ 比上期多 ¥234.50（23.5%）上期 ¥1,000.00');
    expect(shown.text()).toContain('62.5%▼ 比上期少 2.5 个百分点');
    expect(shown.find('button', /^笔均收费/)).toBeUndefined();
    expect(shown.get('button', /^现金/).textContent).toContain('¥900.00 90%');
  });

  it('names a period, keeps it for the person, and reads it again', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '上月'));
    expect(askedOf(shown).at(-1)).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
    expect(shown.get('button', '上月').getAttribute('aria-pressed')).toBe('true');
    expect(shown.context.record.drafts.get('period')).toEqual({ kind: 'lastMonth' });
    await shown.click(shown.get('button', '刷新'));
    expect(askedOf(shown)).toHaveLength(3);
  });

  it('takes up the days of last time', async () => {
    const shown = await open([takings], {}, { kind: 'own', startDate: '2026-01-03', endDate: '2026-01-09' });
    expect(askedOf(shown)).toEqual([{ startDate: '2026-01-03', endDate: '2026-01-09' }]);
    expect(shown.all('button').filter((one) => one.getAttribute('aria-pressed') === 'true' && one.textContent?.includes('月'))).toEqual([]);
  });

  it('explains how a figure is reckoned when asked', async () => {
    const shown = await open();
    const rule = shown.get('button', '净收入的统计口径');
    expect(rule.getAttribute('aria-expanded')).toBe('false');
    await shown.click(rule);
    expect(document.getElementById(rule.getAttribute('aria-controls') ?? '')?.hidden).toBe(false);
    expect(shown.text()).toContain('收费减去退费。');
  });

  it('a panel that was late says so and is read again by itself', async () => {
    const shown = await open();
    expect(shown.text()).toContain('这一项统计用时过长');
    await shown.click(shown.get('button', '重新统计'));
    expect(askedOf(shown).at(-1)).toEqual({ startDate: '2026-03-01', endDate: TODAY, panel: 'pharmacy.stock' });
    expect(shown.text()).toContain('库存金额');
    expect(shown.text()).toContain('当前状态，与期间无关');
    expect(shown.text()).toContain('净收入');
  });

  it('shows more parts on demand', async () => {
    const shown = await open();
    expect(shown.text()).not.toContain('方式8');
    await shown.click(shown.get('button', '还有 2 项，全部显示'));
    expect(shown.text()).toContain('方式8');
  });

  it('says whom to ask when there is nothing to see, and what to do when nothing could be read', async () => {
    const shown = await open([]);
    expect(shown.text()).toContain('没有可以查看的统计');
    expect(shown.text()).toContain('请联系机构管理员或系统管理员');
    shown.context.http.refuse(routes.panels, { error: 'figures.in-future', code: 400, message: '还没有到' });
    await shown.click(shown.get('button', '刷新'));
    expect(shown.text()).toContain('还没有到');
    expect(shown.text()).not.toContain('没有可以查看的统计');
  });
});

describe('what a figure is made of', () => {
  it('opens from a total, a page at a time; a row leads to its page', async () => {
    const shown = await open();
    await shown.click(shown.get('button', /^净收入¥/));
    expect(rowsAsked(shown)).toMatchObject({
      params: { panel: 'charging.takings' },
      query: { startDate: '2026-03-01', endDate: TODAY, figure: 'net', currentPage: 1, pageSize: 20 },
    });
    const drawer = shown.get('dialog', '统计明细');
    expect(drawer.textContent).toContain('收款统计 · 净收入');
    expect(drawer.textContent).toContain('2026-03-04 12:00');
    expect(drawer.textContent).toContain('-3.00');
    await shown.click(shown.get('button', '第 2 页'));
    expect(rowsAsked(shown)?.query).toMatchObject({ currentPage: 2 });
    await shown.click(shown.get('link', 'SF0001'));
    expect(shown.context.record.places).toEqual(['/his/charging?billId=b1']);
    // Or it would lie over the other page.
    await shown.until(() => shown.find('link', 'SF0001') === undefined);
  });

  it('opens from a part', async () => {
    const shown = await open();
    await shown.click(shown.get('button', /^现金/));
    expect(rowsAsked(shown)?.query).toMatchObject({ figure: 'way', part: 'cash' });
  });

  it('opens from a day and from a series of it, by buttons in the table', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '表格'));
    expect(shown.get('table', '每日净收入').textContent).toContain('¥18.00');
    await shown.click(shown.get('button', '查看 2026-03-02 微信 -¥2.20 的明细'));
    expect(rowsAsked(shown)?.query).toMatchObject({ figure: 'days', day: '2026-03-02', part: 'wechat' });
    await shown.click(shown.get('button', /关闭|Close/));
    await shown.click(shown.get('button', '查看 2026-03-01 的明细'));
    expect(rowsAsked(shown)?.query).toMatchObject({ figure: 'days', day: '2026-03-01' });
    expect(Object.keys(rowsAsked(shown)?.query as object)).not.toContain('part');
  });

  it('is exported by whoever may, as the page is', async () => {
    const mayNot = await open([takings], { grants: ['his.figures'] });
    expect(mayNot.find('button', /导出/)).toBeUndefined();
    await mayNot.unmount();
    const shown = await open([takings]);
    shown.context.http.refuse(routes.export, { error: 'core.busy', message: '稍后再试' });
    shown.context.http.refuse(routes.rowsExport, { error: 'figures.too-many-rows', message: '请缩短期间' });
    await shown.click(shown.get('button', '导出'));
    expect(shown.context.http.callsOf(routes.export)[0]?.input.query).toEqual({ startDate: '2026-03-01', endDate: TODAY });
    await shown.click(shown.get('button', /^净收入¥/));
    const [, own] = shown.all('button', '导出');
    await shown.click(own as HTMLElement);
    expect(shown.context.http.callsOf(routes.rowsExport)[0]?.input).toEqual({
      params: { panel: 'charging.takings' },
      query: { startDate: '2026-03-01', endDate: TODAY, figure: 'net' },
    });
    expect(shown.context.record.toasts.map(({ text }) => text)).toEqual(expect.arrayContaining(['请缩短期间']));
  });
});
