import { describe, expect, it } from 'vitest';
import type { RouteEntry, RouteMeta } from '../router/route-table.ts';
import { createMenuSearch, MAX_PATTERN_LENGTH, PATH_WEIGHT, resultLabel, SEARCH_THRESHOLD, searchEntries, TITLE_WEIGHT } from './menu-search.ts';

const meta = (zhTitle: string): RouteMeta => ({ title: '', zhTitle, icon: '' });
const row = (path: string, title: string, more: Partial<RouteEntry> = {}): RouteEntry => ({
  path,
  name: path.slice(1).replaceAll('/', '-'),
  meta: meta(title),
  hidden: false,
  mode: 'page',
  parents: [],
  ...more,
});
const routes: RouteEntry[] = [
  row('/home', '首页'),
  row('/his', '诊疗', { mode: 'none' }),
  row('/his/pharmacy', '药房发药', { parents: [meta('诊疗')] }),
  row('/his/prescription', '处方管理', { parents: [meta('诊疗')] }),
  row('/system/plugins', '插件管理', { parents: [meta('系统管理')] }),
  row('/profile', '个人资料', { hidden: true }),
];
const find = (pattern: string) => createMenuSearch(searchEntries(routes, (entry) => entry.zhTitle))(pattern).map((entry) => entry.path);

describe('menu search', () => {
  it('[9-18] uses the weights, threshold and pattern length of the constants table', () => {
    expect([SEARCH_THRESHOLD, TITLE_WEIGHT, PATH_WEIGHT, MAX_PATTERN_LENGTH]).toEqual([0.4, 0.7, 0.3, 32]);
  });

  it('[2.4-22] finds by title and by path', () => {
    expect(find('发药')[0]).toBe('/his/pharmacy');
    expect(find('pharmacy')[0]).toBe('/his/pharmacy');
    expect(find('插件')[0]).toBe('/system/plugins');
  });

  it('[2.4-22] forgives a slip of the finger', () => {
    expect(find('pharmcay')).toContain('/his/pharmacy');
    expect(find('zzzzzz')).toEqual([]);
  });

  it('[2.4-22] shows a result as A > B', () => {
    const entries = searchEntries(routes, (entry) => entry.zhTitle);
    expect(entries.map(resultLabel)).toContain('诊疗 > 药房发药');
    expect(resultLabel(entries[0] ?? expect.fail('no entry'))).toBe('首页');
  });

  it('[6-10] leaves hidden routes and bare directories out', () => {
    expect(find('个人资料')).toEqual([]);
    expect(searchEntries(routes, (entry) => entry.zhTitle).map((entry) => entry.path)).not.toContain('/his');
  });

  it('answers nothing to an empty pattern and cuts a long one', () => {
    expect(find('   ')).toEqual([]);
    expect(find(`${'/his/pharmacy'.padEnd(32, ' ')}${'x'.repeat(500)}`)).toContain('/his/pharmacy');
  });
});
