import { MENU_ICONS } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import type { MenuWire } from '../../../contract/index.ts';
import type { Catalogue, CataloguedMenu } from './menu-catalogue.ts';
import { menuTree, permissionList } from './menu-tree.ts';
import type { Rights } from '../rights/rights.ts';

const title = (name: string) => ({ zh: name, zhtw: `${name}（繁）`, en: `${name} en` });
const menu = (code: string, more: Partial<CataloguedMenu> = {}): CataloguedMenu => ({
  id: `id-${code}`,
  code,
  type: 2,
  title: title(code),
  parentCode: null,
  icon: '',
  urlAddress: code,
  linkTarget: '_self',
  propertyJson: '{}',
  category: 'Web',
  sortCode: 0,
  site: {},
  items: [],
  ...more,
});
const rights = (isAdministrator: boolean, ...codes: string[]): Rights => ({
  revision: '1',
  roles: [],
  positions: [],
  groupIds: [],
  orgIds: ['o'],
  orgIdsAbove: ['o'],
  orgPath: '',
  departmentName: '',
  priceType: '',
  isAdministrator,
  granted: new Set(codes),
  schemes: [],
  can: (code) => isAdministrator || codes.includes(code),
  dataScope: () => ({ kind: 'organisation' }),
});
const catalogue: Catalogue = {
  revision: '1',
  siteStamp: '',
  textStamp: '',
  menus: [
    menu('his', { type: 1, sortCode: 10 }),
    menu('his.deep', { type: 1, parentCode: 'his', sortCode: 5 }),
    menu('his.patient', { parentCode: 'his', sortCode: 20 }),
    menu('his.pharmacy', {
      parentCode: 'his.deep',
      sortCode: 10,
      items: [
        { id: 'b1', kind: 'button', code: 'btn_add', title: title('add') },
        { id: 'c1', kind: 'column', code: 'price', title: title('price') },
        { id: 'f1', kind: 'form', code: 'note', title: title('note') },
      ],
    }),
    menu('orphan', { parentCode: 'gone' }),
    menu('empty', { type: 1 }),
    menu('ring-a', { type: 1, parentCode: 'ring-b' }),
    menu('ring-b', { type: 1, parentCode: 'ring-a' }),
  ],
};
const none = { menuOrder: {}, hidden: [] };
const shape = (menus: readonly MenuWire[]): unknown[] => menus.map((one) => (one.children ? [one.enCode, shape(one.children)] : one.enCode));

describe('menu tree', () => {
  it('[6-01] shows what is granted with the directories above, and no empty directory', () => {
    expect(shape(menuTree(catalogue, rights(false, 'his.pharmacy'), 'zh', none))).toEqual([['his', [['his.deep', ['his.pharmacy']]]]]);
    expect(menuTree(catalogue, rights(false), 'zh', none)).toEqual([]);
  });

  it('shows an administrator everything; what lost its directory stands at the top', () => {
    expect(shape(menuTree(catalogue, rights(true), 'zh', none))).toEqual(['orphan', ['his', [['his.deep', ['his.pharmacy']], 'his.patient']]]);
  });

  it('names icons twice: as class names for older clients, and as our own set calls them', () => {
    const iconOf = (icon: string) =>
      menuTree({ revision: '1', siteStamp: '', textStamp: '', menus: [menu('one', { icon })] }, rights(true), 'zh', none).map((one) => [
        one.icon,
        one.iconName,
      ])[0];
    for (const name of MENU_ICONS) expect(iconOf(name)).toEqual([expect.stringMatching(/^icon-ym icon-ym-[A-Za-z\d-]+$/), name]);
    expect(iconOf('dialysis')?.[0]).not.toBe(iconOf('page')?.[0]);
    expect(iconOf('')?.[0]).toBe(iconOf('page')?.[0]);
    expect(iconOf('constructor')?.[0]).toBe(iconOf('page')?.[0]);
  });

  it('obeys the order and the hidden entries of the site, directories with all below them', () => {
    expect(shape(menuTree(catalogue, rights(true), 'zh', { menuOrder: { 'his.patient': 1, orphan: 99 }, hidden: [] }))).toEqual([
      ['his', ['his.patient', ['his.deep', ['his.pharmacy']]]],
      'orphan',
    ]);
    expect(shape(menuTree(catalogue, rights(true), 'zh', { menuOrder: {}, hidden: ['his.deep', 'orphan'] }))).toEqual([['his', ['his.patient']]]);
  });

  it('what the site says of order and hiding stands above registry.json', () => {
    const site = (code: string, over: Partial<CataloguedMenu>): Catalogue => ({
      ...catalogue,
      menus: catalogue.menus.map((one) => (one.code === code ? { ...one, ...over } : one)),
    });
    const ordered = site('orphan', { sortCode: 50, site: { ordered: true } });
    expect(shape(menuTree(ordered, rights(true), 'zh', { menuOrder: { orphan: 1 }, hidden: [] })).at(-1)).toBe('orphan');
    expect(shape(menuTree(site('his', { site: { hidden: true } }), rights(true), 'zh', none))).toEqual(['orphan']);
  });

  it('says of a name that the site gave it, in the languages in which it did', () => {
    const named: Catalogue = { ...catalogue, menus: [menu('one', { site: { title: { zh: '名' } } })] };
    expect(menuTree(named, rights(true), 'zh', none)[0]).toMatchObject({ named: 1 });
    expect(menuTree(named, rights(true), 'en', none)[0]).not.toHaveProperty('named');
  });

  it('the page of menus cannot be hidden from administrators, nor its directory', () => {
    const guarded: Catalogue = {
      ...catalogue,
      menus: [
        menu('system', { type: 1, site: { hidden: true } }),
        menu('system.menu', { parentCode: 'system', site: { hidden: true } }),
        menu('system.log', { parentCode: 'system' }),
      ],
    };
    const overrides = { menuOrder: {}, hidden: ['system', 'system.menu'] };
    expect(shape(menuTree(guarded, rights(true), 'zh', overrides))).toEqual([['system', ['system.menu', 'system.log']]]);
    expect(menuTree(guarded, rights(false, 'system.menu', 'system.log'), 'zh', overrides)).toEqual([]);
  });

  it('entries of a ring that an upgrade closed stay within reach', () => {
    const ring: Catalogue = { ...catalogue, menus: [...catalogue.menus, menu('ring-page', { parentCode: 'ring-b' })] };
    expect(JSON.stringify(shape(menuTree(ring, rights(false, 'ring-page'), 'zh', none)))).toContain('ring-page');
  });

  it('speaks the language of the user and counts children', () => {
    const [his] = menuTree(catalogue, rights(false, 'his.patient'), 'zhtw', none);
    expect(his).toMatchObject({ fullName: 'his（繁）', parentId: '-1', hasChildren: true, isLeaf: false, num: 1 });
    expect(his?.children?.[0]).toMatchObject({ parentId: 'id-his', hasChildren: false, isLeaf: true, num: 0, children: null });
  });

  it('[6-04] lists columns, buttons and form fields that are held, one entry per permitted menu', () => {
    const held = permissionList(catalogue, rights(false, 'his.pharmacy', 'his.pharmacy:btn_add', 'his.pharmacy#column:price'), 'en');
    expect(held).toEqual([
      {
        modelId: 'id-his.pharmacy',
        moduleName: 'his.pharmacy en',
        column: [{ id: 'c1', fullName: 'price en', enCode: 'price' }],
        button: [{ id: 'b1', fullName: 'add en', enCode: 'btn_add' }],
        form: [],
        resource: [],
      },
    ]);
    expect(permissionList(catalogue, rights(true), 'en').map((entry) => entry.modelId)).toEqual(['id-his.patient', 'id-his.pharmacy', 'id-orphan']);
  });
});
