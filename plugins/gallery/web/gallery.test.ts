import { describe, expect, it } from 'vitest';
import { readProps, widgetFiles } from '../../../tools/gallery/read-props.mjs';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import zhtw from '../locales/zhtw.json' with { type: 'json' };
import { AREAS, type Entry, STATES } from './entry.ts';
import { GalleryStore } from './gallery.store.ts';
import props from './widget-props.json' with { type: 'json' };
import { ENTRIES } from './entries.ts';

/** Stores and their reads are shown with the widgets that they drive; form panels draw staff fields. */
const NOT_SHOWN = /Store$|^(?:StaffField|SingleRead)$/;

describe('gallery', () => {
  it('shows every widget of the kit', () => {
    const given = widgetFiles()
      .map(({ name }) => name)
      .filter((name) => !NOT_SHOWN.test(name));
    expect(ENTRIES.map(({ name }) => name).sort()).toEqual(given.sort());
  });

  it('has the properties of today; `node tools/gallery/read-props.mjs` writes them anew', () => {
    expect(props).toEqual(readProps());
  });

  it.each(Object.entries({ zh, zhtw, en }))('has its texts in %s', (_language, texts) => {
    expect(Object.keys(texts.widgets).sort()).toEqual(ENTRIES.map(({ name }) => name).sort());
    expect(Object.keys(texts.areas)).toEqual([...AREAS]);
    expect(Object.keys(texts.states)).toEqual([...STATES]);
    // English has a form of its own for one thing.
    expect(Object.keys(texts.sample).filter((key) => !key.endsWith('_one'))).toEqual(Object.keys(zh.sample));
  });

  it('finds by name and by what a widget is for', () => {
    const entries: readonly Entry[] = [
      { name: 'RoleSelect', area: 'pickers', code: '', states: {} },
      { name: 'Pager', area: 'lists', code: '', states: { usual: () => null, many: () => null } },
    ];
    const store = new GalleryStore(entries, ({ name }) => (name === 'Pager' ? '分页' : '角色'), 'Pager');
    expect([store.selectedName, store.states]).toEqual(['Pager', ['usual', 'many']]);
    store.search('  role ');
    expect(store.areas).toEqual([{ area: 'pickers', entries: [entries[0]] }]);
    store.search('分页');
    expect(store.areas.map(({ area }) => area)).toEqual(['lists']);
    store.search('nothing like it');
    expect(store.areas).toEqual([]);
  });

  it('another widget begins with its usual state', () => {
    const store = new GalleryStore(ENTRIES, () => '');
    store.show('many');
    store.select('Pager');
    expect(store.state).toBe('usual');
  });

  it('every widget begins with a state that it has', () => {
    const store = new GalleryStore(ENTRIES, () => '');
    for (const { name } of ENTRIES) {
      store.select(name);
      expect([name, store.selected?.states[store.state]]).toEqual([name, expect.anything()]);
      expect(new GalleryStore(ENTRIES, () => '', name).state).toBe(store.state);
    }
  });
});
