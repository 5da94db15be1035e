import type { Extension, FigurePanel, FigurePanelContent, HomeReader } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { createFakeServerContext } from '@nephra/plugin-sdk/testing';
import zh from '../locales/zh.json';
import { silentLog } from '../../../tests/support/silent-log.ts';
import { linesOfPanel } from './export-page.ts';
import { readPanels } from './read-panels.ts';

const text = (zh: string) => ({ zh, zhtw: `${zh}繁`, en: `${zh} en` });
const CONTENT: FigurePanelContent = {
  totals: [
    { key: 'net', label: text('净额'), unit: 'yuan', value: 10.5, before: 8, rule: text('规则'), opens: true },
    { key: 'now', label: text('在档'), unit: 'count', value: 3, opens: false },
  ],
  days: { key: 'days', title: text('每日'), unit: 'yuan', series: [{ key: 'cash', label: '现金', values: [4, 6.5] }], stacked: true, opens: true },
  parts: [{ key: 'way', title: text('方式'), unit: 'yuan', list: [{ key: 'cash', label: text('现金'), value: 10.5 }], opens: true }],
};
const panel = (id: string, read: FigurePanel['read'] = async () => CONTENT): Extension<FigurePanel> => ({
  pluginId: 'site',
  value: { id, title: text(id), permission: 'site.figures', read, rows: async () => ({ columns: [], list: [], total: 0 }) },
});
const read = (panels: readonly Extension<FigurePanel>[], language: 'zh' | 'zhtw' = 'zh') =>
  readPanels({
    panels,
    reader: {} as HomeReader,
    language,
    period: { startDate: '2026-03-01', endDate: '2026-03-02' },
    log: silentLog,
    limitMs: 20,
  });

describe('panels of figures', () => {
  it('speak the language of the reader; names that are data stay', async () => {
    const [one] = await read([panel('a')], 'zhtw');
    expect(one).toMatchObject({ id: 'site.a', title: 'a繁', state: 'ready', now: false });
    expect(one?.totals).toEqual([
      { key: 'net', label: '净额繁', unit: 'yuan', value: 10.5, before: 8, rule: '规则繁', opens: true },
      { key: 'now', label: '在档繁', unit: 'count', value: 3, before: null, rule: '', opens: false },
    ]);
    expect(one?.days).toMatchObject({ title: '每日繁', days: ['2026-03-01', '2026-03-02'], series: [{ key: 'cash', label: '现金', values: [4, 6.5] }] });
    expect(one?.parts).toMatchObject([{ title: '方式繁', list: [{ key: 'cash', label: '现金繁', value: 10.5 }] }]);
  });

  it('that fail, throw at once, never answer or answer nonsense say so and keep no other from being shown', async () => {
    const list = await read([
      panel('broken', () => Promise.reject(new Error('no table'))),
      panel('throwing', () => {
        throw new Error('at once');
      }),
      panel('silent', () => new Promise(() => {})),
      panel('crooked', async () => ({
        ...CONTENT,
        days: { ...(CONTENT.days as NonNullable<FigurePanelContent['days']>), series: [{ key: 'cash', label: '现金', values: [4] }] },
      })),
      panel('nameless', async () => ({ totals: [{ key: 'x', label: text('x'), unit: 'percent', value: 0 / 0, opens: false }] })),
      panel('good'),
    ]);
    expect(list.map(({ id, state, totals }) => [id, state, totals.length])).toEqual([
      ['site.broken', 'failed', 0],
      ['site.throwing', 'failed', 0],
      ['site.silent', 'late', 0],
      ['site.crooked', 'failed', 0],
      ['site.nameless', 'failed', 0],
      ['site.good', 'ready', 2],
    ]);
  });

  it('stand in the workbook a number a line, with the period before and what changed', async () => {
    const [one] = await read([panel('a')]);
    const lines = one ? linesOfPanel(createFakeServerContext({ texts: { zh } }), one) : [];
    expect(lines.map(({ section, item, day, unit }) => [section, item, day, unit])).toEqual([
      ['合计', '净额', '', '元'],
      ['合计', '在档', '', '个'],
      ['方式', '现金', '', '元'],
      ['每日', '现金', '2026-03-01', '元'],
      ['每日', '现金', '2026-03-02', '元'],
    ]);
    expect(lines.map(({ value, before, change }) => [value, before, change])).toEqual([
      [105_000, 80_000, 25_000],
      [30_000, null, null],
      [105_000, null, null],
      [40_000, null, null],
      [65_000, null, null],
    ]);
  });
});
