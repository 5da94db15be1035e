import { describe, expect, test } from 'vitest';
import type { MenuWire } from '../../contract/index.ts';
import { firstPage, translateMenus } from './menu-routes.ts';
import { outsideAddress } from './outside-address.ts';
import type { MenuItem, RouteEntry } from './route-table.ts';

let count = 0;
const menu = (enCode: string, type: number, more: Partial<MenuWire> = {}): MenuWire => {
  count += 1;
  return {
    id: `id-${enCode}-${count}`,
    parentId: '-1',
    fullName: `名-${enCode}`,
    enCode,
    type,
    icon: 'icon-ym icon-ym-wf-batchPack',
    iconName: 'drug',
    urlAddress: '',
    linkTarget: '',
    category: 'Web',
    propertyJson: '',
    sortCode: 1,
    hasChildren: false,
    isLeaf: true,
    num: 0,
    children: null,
    ...more,
  };
};
const one = (wire: MenuWire): RouteEntry => {
  const { routes } = translateMenus([wire]);
  if (routes[0] === undefined) throw new Error('no route');
  return routes[0];
};

describe('[2.2-01] [9-14] menu types become routes', () => {
  test('[2.2-02] 1 is a directory: path from its enCode, nothing to open', () => {
    const { routes, menus } = translateMenus([menu('his', 1, { children: [menu('his.pharmacy', 2, { urlAddress: 'his/pharmacy' })] })]);
    expect(routes.map(({ path, mode, hidden }) => [path, mode, hidden])).toEqual([
      ['/his/pharmacy', 'page', false],
      ['/his', 'none', true],
    ]);
    expect(menus[0]?.children?.[0]?.path).toBe('/his/pharmacy');
  });

  test('a directory with nothing to open is left out', () => {
    expect(translateMenus([menu('weChat', 1), menu('extend', 1, { children: [menu('extend.sub', 1)] })]).menus).toEqual([]);
  });

  test('[2.2-03] 2 is a page: path from urlAddress, its query cut from the route and kept for the page', () => {
    const route = one(menu('his.patient', 2, { urlAddress: 'his/patient?kind=dialysis&x=1' }));
    expect([route.path, route.mode, route.query]).toEqual(['/his/patient', 'page', { kind: 'dialysis', x: '1' }]);
    expect(one(menu('his.patient', 2)).path).toBe('/his/patient');
    expect(one(menu('his.patient', 2, { urlAddress: '/his/patient' })).path).toBe('/his/patient');
  });

  test.each([
    [3, 'model/a'],
    [4, 'dictionary/a'],
    [5, 'dataReport/a'],
    [8, 'portal/a'],
  ])('[2.2-04] %i takes its path from urlAddress, moduleId and isTree from propertyJson', (type, urlAddress) => {
    const route = one(menu('a', type, { urlAddress, propertyJson: '{"moduleId":"m7","isTree":1}' }));
    expect([route.path, route.mode, route.moduleId, route.isTree, route.type]).toEqual([`/${urlAddress}`, 'page', 'm7', true, type]);
  });

  test('broken propertyJson is harmless', () => {
    for (const propertyJson of ['', '{', 'null', '7', '[]']) expect(one(menu('a', 3, { urlAddress: 'model/a', propertyJson })).moduleId).toBeUndefined();
  });

  test('[2.2-05] 6 opens the dashboard host with a ticket in a new window', () => {
    const route = one(menu('screen.a', 6, { urlAddress: 'dataScreen/a', propertyJson: '{"moduleId":"m 9"}' }));
    expect(route.mode).toBe('window');
    const address = outsideAddress(route.menu as MenuItem, { dashboardHost: 'https://datav.example/' });
    expect(address?.needsTicket).toBe(true);
    expect(address?.target).toBe('https://datav.example/view/m%209?token=');
    expect(address?.fill('T 1')).toBe('https://datav.example/view/m%209?token=T%201');
    expect(outsideAddress(route.menu as MenuItem, { dashboardHost: '' })).toBeUndefined();
  });

  test('a name that the site gave goes before the shell’s own text for the code', () => {
    expect(one(menu('system.menu', 2, { fullName: '菜单' })).meta.title).toBe('route.system-menu');
    expect(one(menu('system.menu', 2, { fullName: '我们的菜单', named: 1 })).meta.title).toBe('我们的菜单');
  });

  test('[2.2-06] 7 opens inside for _self, else in a new window with its placeholders filled', () => {
    const inside = one(menu('link.a', 7, { urlAddress: 'https://wiki.example/', linkTarget: '_self' }));
    expect([inside.path, inside.mode]).toEqual(['/link.a', 'frame']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the platform's placeholders look like this
    const outside = one(menu('link.b', 7, { urlAddress: '${dataV}/board?t=${jnpfToken}', linkTarget: '_blank' }));
    expect(outside.mode).toBe('window');
    expect(outsideAddress(outside.menu as MenuItem, { dashboardHost: 'https://datav.example' })?.fill('T')).toBe('https://datav.example/board?t=T');
    const plain = outsideAddress(inside.menu as MenuItem, { dashboardHost: '' });
    expect([plain?.needsTicket, plain?.fill('')]).toEqual([false, 'https://wiki.example/']);
  });

  test('an address that is no http address is refused', () => {
    for (const urlAddress of ['javascript:alert(1)', 'data:text/html,x', 'wiki', '']) {
      expect(outsideAddress(one(menu('x', 7, { urlAddress })).menu as MenuItem, { dashboardHost: '' })).toBeUndefined();
    }
  });
});

test('[3-04] meta holds title key, server name, icon and menu id; the name has dashes', () => {
  const wire = menu('permission.user', 2, { urlAddress: 'permission/user' });
  const route = one(wire);
  expect(route.name).toBe('permission-user');
  expect(route.meta).toEqual({ title: 'route.permission-user', zhTitle: '名-permission.user', icon: 'drug', modelId: wire.id });
});

test('parents are the directories above, outermost first', () => {
  const { routes } = translateMenus([menu('a', 1, { children: [menu('a.b', 1, { children: [menu('a.b.c', 2)] })] })]);
  expect(routes.find(({ name }) => name === 'a-b-c')?.parents.map(({ zhTitle }) => zhTitle)).toEqual(['名-a', '名-a.b']);
});

test('a menu entry cannot take the address of another one or of a fixed route', () => {
  const { routes, clashes } = translateMenus([menu('x', 2, { urlAddress: 'login' }), menu('y', 2, { urlAddress: 'p' }), menu('z', 2, { urlAddress: 'p' })]);
  expect(routes.map(({ name }) => name)).toEqual(['y']);
  expect(clashes).toEqual(['x: /login', 'z: /p']);
});

test('the address of a directory leads to the first page below it', () => {
  const { menus } = translateMenus([
    menu('a', 1, { children: [menu('a.out', 7, { urlAddress: 'https://x.example', linkTarget: '_blank' }), menu('a.b', 1, { children: [menu('a.b.c', 2)] })] }),
  ]);
  expect(firstPage(menus)?.enCode).toBe('a.b.c');
  expect(firstPage(null)).toBeUndefined();
});
