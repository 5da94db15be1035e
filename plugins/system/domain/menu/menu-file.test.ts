import { describe, expect, it } from 'vitest';
import { type FileMenu, menuFileText, readMenuFile } from './menu-file.ts';

const menu = (enCode: string, parent = ''): FileMenu => ({
  enCode,
  type: 1,
  titles: { zh: '甲', zhtw: '甲', en: 'A' },
  parent,
  icon: 'folder',
  urlAddress: '',
  linkTarget: '_self',
  property: {},
  sortCode: 1,
  enabledMark: 1,
  hidden: 0,
  description: '',
  items: [{ kind: 'button', enCode: 'btn_a', titles: { zh: '甲', zhtw: '甲', en: 'A' }, type: 'String' }],
});
const flawOf = (text: string) => {
  const read = readMenuFile(text);
  return 'flaw' in read ? [read.flaw, read.what] : undefined;
};
const withMenu = (over: object) => menuFileText({ menus: [{ ...menu('site.a'), ...over } as FileMenu], changes: [] });

describe('file of menus', () => {
  it('reads what was written, directories before what stands in them', () => {
    const changes = [{ enCode: 'his', titles: { en: 'Clinic' }, hidden: 1, enabledMark: 1 }] as const;
    const read = readMenuFile(menuFileText({ menus: [menu('site.b', 'site.a'), menu('site.a', 'his')], changes }));
    expect(read).toEqual({ menus: [menu('site.a', 'his'), menu('site.b', 'site.a')], changes });
  });

  it('keeps entries of a ring, to be refused by name', () => {
    const read = readMenuFile(menuFileText({ menus: [menu('site.a', 'site.b'), menu('site.b', 'site.a')], changes: [] }));
    expect('menus' in read && read.menus.map(({ enCode }) => enCode)).toEqual(['site.a', 'site.b']);
  });

  it('refuses what is none', () => {
    expect(flawOf('{')).toEqual(['file-unreadable', '']);
    for (const text of ['[]', 'null', '{"format":"x"}', '{"format":"nephra-menus","version":1,"menus":{},"changes":[]}'])
      expect(flawOf(text)?.[0]).toBe('menu-file-other');
    expect(flawOf('{"format":"nephra-menus","version":2,"menus":[],"changes":[]}')).toEqual(['menu-file-newer', '2']);
  });

  it('refuses a wrong entry by name', () => {
    for (const over of [
      { type: 9 },
      { type: '1' },
      { titles: { zh: 'x' } },
      { parent: null },
      { sortCode: -1 },
      { hidden: true },
      { items: [{ kind: 'x' }] },
      { property: [] },
    ])
      expect(flawOf(withMenu(over))).toEqual(['menu-file-entry', 'site.a']);
    expect(flawOf(menuFileText({ menus: [menu('site.a')], changes: [{ enCode: 'site.a', enabledMark: 1 }] }))).toEqual(['menu-file-entry', 'site.a']);
  });
});
