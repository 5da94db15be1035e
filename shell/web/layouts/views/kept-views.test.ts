import { describe, expect, it } from 'vitest';
import type { RouteMeta, Visit } from '../../router/route-table.ts';
import { TagsStore } from '../../tags/tags.store.ts';
import { comesBackAsLeft, keptViews } from './kept-views.ts';

function look(path: string, search = '', generation = 0, meta: Partial<RouteMeta> = {}): Visit {
  return {
    route: { path, name: path, meta: { title: '', zhTitle: path, icon: '', ...meta }, hidden: false, mode: 'page', parents: [] },
    path,
    fullPath: path + search,
    query: {},
    generation,
  };
}
function tagsOf(...visits: Visit[]): TagsStore {
  const tags = new TagsStore();
  for (const visit of visits) tags.visit(visit);
  return tags;
}
const keys = (visit: Visit, tags: TagsStore, caching: boolean, showCurrent = true) =>
  keptViews({ visit, showCurrent, tags: tags.views, caching }).map((view) => view.key);

describe('kept views', () => {
  it('[2.4-02] keys the main area by path: another query of the page keeps it mounted', () => {
    const first = look('/a', '?id=1');
    const second = look('/a', '?id=2');
    expect(keys(second, tagsOf(first), true)).toEqual(keys(first, tagsOf(first), true));
  });

  it('[2.4-02] keeps opened tabs mounted with caching and only the current page without', () => {
    const current = look('/b');
    const tags = tagsOf(look('/a'), current, look('/c'));
    expect(keys(current, tags, true)).toEqual(['/a#0', '/b#0', '/c#0']);
    expect(keys(current, tags, false)).toEqual(['/b#0']);
    expect(keptViews({ visit: current, showCurrent: true, tags: tags.views, caching: true }).filter((view) => view.active)).toHaveLength(1);
  });

  it('[2.1-06] a refresh changes the key of its view alone', () => {
    const tags = tagsOf(look('/a'), look('/b'));
    expect(keys(look('/b', '', 1), tags, true)).toEqual(['/a#0', '/b#1']);
  });

  it('does not keep pages that must start afresh, nor fixed tabs that nobody opened', () => {
    const tags = tagsOf(look('/a', '', 0, { cache: false }));
    tags.fix([look('/home', '', 0, { affix: true }).route]);
    expect(keys(look('/b'), tags, true)).toEqual(['/b#0']);
  });

  it('[4-28] unmounts the shown page as soon as its tab is closed', () => {
    const current = look('/b');
    const tags = tagsOf(look('/a'), current);
    tags.close(['/b']);
    expect(keys(current, tags, true, false)).toEqual(['/a#0']);
  });

  it('a page comes back as it was left unless its address asks something of it, or it was refreshed', () => {
    const { route } = look('/a');
    const at = (search = '', generation = 0): Visit => ({ ...look('/a', search, generation), route });
    expect(comesBackAsLeft(at(), at())).toBe(true);
    const asked = at('?id=1');
    expect(comesBackAsLeft(asked, asked)).toBe(true);
    expect(comesBackAsLeft(asked, at('?id=1'))).toBe(false);
    expect(comesBackAsLeft(asked, at())).toBe(false);
    expect(comesBackAsLeft(at(), at('?id=1'))).toBe(false);
    expect(comesBackAsLeft(at(), at('', 1))).toBe(false);
    expect(comesBackAsLeft(at(), look('/a'))).toBe(false);
  });
});
