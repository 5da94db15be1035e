import { describe, expect, it } from 'vitest';
import type { RouteEntry, Visit } from '../router/route-table.ts';
import type { ShellRouter } from '../shell-context.tsx';
import { createTagActs } from './tag-acts.ts';
import { TagsStore, type TagView } from './tags.store.ts';

const route = (path: string): RouteEntry => ({
  path,
  name: path.slice(1),
  meta: { title: '', zhTitle: path, icon: '', affix: path === '/home' },
  hidden: false,
  mode: 'page',
  parents: [],
});
const look = (path: string, search = ''): Visit => ({ route: route(path), path, fullPath: path + search, query: {}, generation: 0 });

function bench(current: string, options: { answer?: boolean } = {}) {
  const log: string[] = [];
  const tags = new TagsStore();
  tags.fix([route('/home')]);
  for (const path of ['/a', '/b', '/c']) tags.visit(look(path, path === '/b' ? '?id=1' : ''));
  const router = {
    routes: [],
    visit: look(current),
    find: () => undefined,
    navigate: (fullPath: string) => void log.push(`go ${fullPath}`),
    open: async () => undefined,
    refresh: (fullPath: string) => void log.push(`refresh ${fullPath}`),
    startOver: () => undefined,
  } satisfies ShellRouter;
  const unsaved = {
    isDirty: () => false,
    mayLeave: async (fullPaths: readonly string[]) => {
      log.push(`ask ${fullPaths.join(' ')}`);
      return options.answer ?? true;
    },
  };
  const commit = (change: () => void) => {
    change();
    log.push(`tabs ${tags.views.map((view) => view.path).join(' ')}`);
  };
  const tab = (path: string): TagView => {
    const view = tags.get(path);
    if (!view) throw new Error(`no tab ${path}`);
    return view;
  };
  return { log, tab, acts: createTagActs({ tags, router, unsaved, commit }) };
}

describe('tag acts', () => {
  it('[2.4-23] closing the open tab asks, unmounts, then shows its neighbour', async () => {
    const { log, tab, acts } = bench('/a');
    await acts.close(tab('/a'));
    expect(log).toEqual(['ask /a', 'tabs /home /b /c', 'go /b?id=1']);
  });

  it('[2.4-23] closing another tab leaves the open page alone', async () => {
    const { log, tab, acts } = bench('/a');
    await acts.close(tab('/c'));
    expect(log).toEqual(['ask /c', 'tabs /home /a /b']);
  });

  it('[2.4-23] a fixed tab is not even asked about', async () => {
    const { log, tab, acts } = bench('/home');
    await acts.close(tab('/home'));
    expect(log).toEqual([]);
  });

  it('[2.3-13] keeps the tab when the person wants to stay with unsaved work', async () => {
    const { log, tab, acts } = bench('/a', { answer: false });
    await acts.close(tab('/a'));
    await acts.closeAll();
    await acts.refresh(tab('/a'));
    expect(log).toEqual(['ask /a', 'ask /a /b?id=1 /c', 'ask /a']);
  });

  it('[4-28] closing others shows the tab that it was asked on', async () => {
    const { log, tab, acts } = bench('/a');
    await acts.closeOthers(tab('/b'));
    expect(log).toEqual(['ask /a /c', 'tabs /home /b', 'go /b?id=1']);
  });

  it('[4-28] closing all ends at a fixed tab', async () => {
    const { log, acts } = bench('/b');
    await acts.closeAll();
    expect(log).toEqual(['ask /a /b?id=1 /c', 'tabs /home', 'go /home']);
  });

  it('[2.1-06] refreshes through the redirect route', async () => {
    const { log, tab, acts } = bench('/b');
    await acts.refresh(tab('/b'));
    expect(log).toEqual(['ask /b?id=1', 'refresh /b?id=1']);
  });
});
