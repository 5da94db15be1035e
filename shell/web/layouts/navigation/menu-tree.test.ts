import { MenuType } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import type { MenuItem, RouteEntry } from '../../router/route-table.ts';
import { leftMenuOf, menuTrail, visibleMenu } from './menu-tree.ts';

function item(enCode: string, children: MenuItem[] | null = null, more: Partial<MenuItem> = {}): MenuItem {
  return {
    id: `id-${enCode}`,
    parentId: '-1',
    type: children === null ? MenuType.Page : MenuType.Directory,
    enCode,
    fullName: enCode,
    urlAddress: '',
    icon: '',
    linkTarget: '_self',
    propertyJson: '',
    hasChildren: children !== null,
    path: `/${enCode.replaceAll('.', '/')}`,
    hidden: false,
    vueName: enCode.replaceAll('.', '-'),
    meta: { title: '', zhTitle: enCode, icon: '', modelId: `id-${enCode}` },
    children,
    ...more,
  };
}
const route = (path: string, modelId?: string): RouteEntry => ({
  path,
  name: path,
  meta: { title: '', zhTitle: '', icon: '', modelId },
  hidden: false,
  mode: 'page',
  parents: [],
});
const codes = (items: readonly MenuItem[]) => items.map((entry) => entry.enCode);

const menus = [
  item('his', [item('his.pharmacy'), item('his.secret', null, { hidden: true })]),
  item('system', [item('system.more', [item('system.plugins')])]),
  item('extend', []),
  item('weChat', [item('weChat.none', [])]),
];

describe('menu tree', () => {
  it('leaves out hidden entries and directories without content', () => {
    const shown = visibleMenu(menus);
    expect(codes(shown)).toEqual(['his', 'system']);
    expect(codes(shown[0]?.children ?? [])).toEqual(['his.pharmacy']);
  });

  it('[4-12] finds the active top menu from the modelId of the route', () => {
    const trail = menuTrail(menus, route('/any/path', 'id-system.plugins'));
    expect(codes(trail)).toEqual(['system', 'system.more', 'system.plugins']);
    expect(menuTrail(menus, route('/profile', 'id-unknown'))).toEqual([]);
  });

  it('finds an entry by path when the route carries no modelId', () => {
    expect(codes(menuTrail(menus, route('/his/pharmacy')))).toEqual(['his', 'his.pharmacy']);
  });

  it('[4-12] gives the left side of the blend layout the children of a type-1 entry only', () => {
    expect(codes(leftMenuOf(menus[0]))).toEqual(['his.pharmacy', 'his.secret']);
    expect(leftMenuOf(item('his.page'))).toEqual([]);
    expect(leftMenuOf(undefined)).toEqual([]);
  });
});
