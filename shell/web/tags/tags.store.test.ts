import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RouteEntry, Visit } from '../router/route-table.ts';
import { TagsStore } from './tags.store.ts';

const route = (path: string): RouteEntry => ({
  path,
  name: path.slice(1),
  meta: { title: `route.${path.slice(1)}`, zhTitle: path, icon: '', affix: path === '/home' },
  hidden: false,
  mode: 'page',
  parents: [],
});
const look = (path: string, search = '', generation = 0): Visit => ({ route: route(path), path, fullPath: path + search, query: {}, generation });
const paths = (store: TagsStore) => store.views.map((tag) => tag.path);

function openStore(...others: string[]): TagsStore {
  const store = new TagsStore();
  store.fix([route('/home'), route('/a')]);
  for (const path of others) store.visit(look(path));
  return store;
}

describe('visited views', () => {
  it('[2.4-02] opens one tab per path and follows its query', () => {
    const store = openStore('/a', '/b');
    store.visit(look('/a', '?id=2'));
    expect(paths(store)).toEqual(['/home', '/a', '/b']);
    expect(store.get('/a')?.visit.fullPath).toBe('/a?id=2');
    expect(store.get('/a')?.addresses).toEqual(['/a', '/a?id=2']);
  });

  it('[2.4-23] never closes a fixed tab, whichever way is tried', () => {
    const store = openStore('/a');
    store.close(['/home', '/a']);
    expect(paths(store)).toEqual(['/home']);
    expect(store.isClosable('/home')).toBe(false);
  });

  it('[4-28] closing others keeps the tab itself and the fixed ones', () => {
    const store = openStore('/a', '/b', '/c');
    expect(store.othersOf('/b').map((view) => view.path)).toEqual(['/a', '/c']);
    expect(store.othersOf('/home').map((view) => view.path)).toEqual(['/a', '/b', '/c']);
  });

  it('shows the right neighbour after closing, else the left one, and skips tabs that close together', () => {
    const store = openStore('/a', '/b', '/c');
    expect(store.neighbourOf('/b')?.path).toBe('/c');
    expect(store.neighbourOf('/c')?.path).toBe('/b');
    expect(store.neighbourOf('/b', ['/a', '/b', '/c'])?.path).toBe('/home');
    expect(new TagsStore().neighbourOf('/x')).toBeUndefined();
  });

  it('remembers that the shown page was closed until another look comes', () => {
    const store = openStore('/a');
    const shown = look('/a');
    store.close(['/a'], shown);
    expect(store.wasClosed(shown)).toBe(true);
    expect(store.wasClosed(look('/a'))).toBe(false);
    const home = look('/home');
    store.close(['/home'], home);
    expect(store.wasClosed(home)).toBe(false);
  });

  it('[2.1-06] takes the next generation of a refreshed view', () => {
    const store = openStore('/a');
    store.visit(look('/a', '', 1));
    expect(store.get('/a')?.visit.generation).toBe(1);
  });

  it('[4-03] forgets everything when the session ends', () => {
    const store = openStore('/a');
    store.reset();
    expect(store.views).toEqual([]);
  });

  it('puts fixed tabs that come later before the others, once', () => {
    const store = new TagsStore();
    store.visit(look('/a'));
    store.fix([route('/home'), route('/b')]);
    store.fix([route('/home')]);
    expect(paths(store)).toEqual(['/home', '/a']);
  });

  it('keeps paths unique and fixed tabs alive under any sequence of acts', () => {
    const path = fc.constantFrom('/home', '/a', '/b', '/c', '/d');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('visit', 'close', 'others', 'all'), path), { maxLength: 40 }), (acts) => {
        const store = openStore();
        for (const [kind, target] of acts) {
          if (kind === 'visit') store.visit(look(target));
          if (kind === 'close') store.close([target]);
          if (kind === 'others') store.close(store.othersOf(target).map((view) => view.path));
          if (kind === 'all') store.close(store.closable.map((view) => view.path));
        }
        return paths(store)[0] === '/home' && new Set(paths(store)).size === paths(store).length;
      }),
    );
  });
});
