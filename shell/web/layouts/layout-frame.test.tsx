import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Visit } from '../router/route-table.ts';
import { LAYOUT_TYPES } from '../session/settings.store.ts';
import { type DrawnFrame, drawFrame } from './testing/draw-frame.tsx';
import { type FakeShellOptions, fakeMenu } from './testing/fake-shell.ts';

const MENUS = [
  fakeMenu('clinic', '医院业务', [
    fakeMenu('clinic.rx', '门诊处方', null, { urlAddress: 'his/prescription' }),
    fakeMenu('clinic.ph', '药房发药', null, { urlAddress: 'his/pharmacy' }),
  ]),
  fakeMenu('admin', '系统管理', [fakeMenu('admin.log', '系统日志', null, { urlAddress: 'system/log' }), fakeMenu('admin.empty', '空目录', [])]),
];

let page: DrawnFrame | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let draws = 0;
function Field({ visit }: { readonly visit: Visit }) {
  draws += 1;
  return (
    <p>
      page {visit.fullPath} <input aria-label={`field ${visit.path}`} />
    </p>
  );
}
const renderPage = (visit: Visit) => <Field visit={visit} />;
async function draw(options: FakeShellOptions & { width?: number } = {}) {
  draws = 0;
  page = await drawFrame({ menus: MENUS, ...options }, renderPage);
  return page;
}

const shownPath = () => document.querySelector<HTMLElement>('.nephra-view:not([hidden])')?.dataset.path;
const tabs = () => [...document.querySelectorAll('.nephra-tag')].map((tab) => tab.textContent);

describe('frame', () => {
  it.each(LAYOUT_TYPES)('[2.4-02] %s has a navbar, tags, the page and the copyright', async (layoutType) => {
    const { get, container } = await draw({ settings: { layoutType }, at: '/his/pharmacy' });
    expect(container.querySelector('header.nephra-navbar')).not.toBeNull();
    expect(get('navigation', '已打开的页面').textContent).toContain('药房发药');
    expect(shownPath()).toBe('/his/pharmacy');
    expect(container.querySelector('.nephra-view:not([hidden]) footer')?.textContent).toBe('Copyright © Nephra');
  });

  it('[2.4-01] a change of the layout does not unmount the page', async () => {
    const { shell, change } = await draw({ at: '/his/pharmacy' });
    const field = document.querySelector('input[aria-label="field /his/pharmacy"]');
    for (const layoutType of LAYOUT_TYPES) {
      await change(() => shell.settings.set('layoutType', layoutType));
    }
    expect(document.querySelector('input[aria-label="field /his/pharmacy"]')).toBe(field);
  });

  it('a new tab asks for no size, which would lay the page out at once; what does not fit is told and gets its buttons', async () => {
    const told: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly notify: () => void;
        constructor(notify: () => void) {
          this.notify = notify;
        }
        observe(): void {
          told.push(this.notify);
        }
        disconnect() {}
      },
    );
    const wide = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    const { go } = await draw({ at: '/his/pharmacy' });
    told.length = 0;
    await go('/his/prescription');
    expect(wide).not.toHaveBeenCalled();
    expect(document.querySelectorAll('.nephra-tags-scroll')).toHaveLength(0);
    await act(async () => {
      for (const tell of told) tell();
    });
    expect(document.querySelectorAll('.nephra-tags-scroll')).toHaveLength(1);
  });

  it('[2.4-02] keeps pages behind their tabs mounted with caching, and only the current one without', async () => {
    const { shell, change, go } = await draw({ at: '/his/pharmacy' });
    const field = document.querySelector('input[aria-label="field /his/pharmacy"]');
    await go('/his/prescription');
    await go('/his/pharmacy?dpId=1');
    expect(document.querySelector('input[aria-label="field /his/pharmacy"]')).toBe(field);
    await change(() => shell.settings.set('useCache', false));
    expect(document.querySelectorAll('.nephra-view')).toHaveLength(1);
  });

  it('[7.11-08] another organisation closes what is no longer permitted and starts every other page over', async () => {
    const { shell, router, change, go } = await draw({ at: '/his/pharmacy' });
    const fieldAt = (path: string) => document.querySelector<HTMLElement>(`input[aria-label="field ${path}"]`);
    await go('/his/prescription');
    await go('/system/log');
    const before = fieldAt('/his/prescription');
    await change(() => {
      const { userInfo } = shell.session;
      router.setRoutes(router.routes.filter((route) => !['/his/pharmacy', '/system/log'].includes(route.path)));
      if (userInfo)
        shell.session.accept(
          {
            userInfo: { ...userInfo, organizeId: 'o2' },
            sessionInfo: shell.session.sessionInfo,
            permissionList: [],
            menuList: [],
            sysConfigInfo: shell.session.sysConfig,
          } as never,
          [],
        );
    });
    expect(tabs().join()).not.toMatch(/药房发药|系统日志/);
    expect(shownPath()).toBe('/his/prescription');
    expect(fieldAt('/his/prescription')).not.toBe(before);
    expect(fieldAt('/his/pharmacy')).toBeNull();
  });

  it('draws a page once for a visit, and none when its tab comes or goes', async () => {
    const { go } = await draw({ at: '/his/pharmacy' });
    await go('/his/prescription');
    draws = 0;
    await go('/system/log');
    expect(draws).toBe(1);
    await go('/his/pharmacy');
    expect(draws).toBe(1);
    await go('/his/pharmacy?dpId=1');
    expect(draws).toBe(2);
  });

  it('[2.4-02] shows no tags when they are switched off', async () => {
    const { find } = await draw({ settings: { tagsView: false } });
    expect(find('navigation', '已打开的页面')).toBeUndefined();
  });

  it('[4-11] a phone gets the menu as a closed overlay, whatever the layout, and it closes after a route change', async () => {
    const { get, container, shell, click, settle } = await draw({ settings: { layoutType: 'functional' }, width: 390 });
    const aside = () => container.querySelector('.nephra-sidebar');
    expect([aside()?.getAttribute('data-kind'), shell.device.sidebar.withoutAnimation]).toEqual(['overlay-closed', true]);
    await click(get('button', '展开菜单'));
    expect(aside()?.getAttribute('data-kind')).toBe('overlay');
    await click(get('button', '医院业务'));
    await click(get('link', '药房发药'));
    await settle();
    expect([aside()?.getAttribute('data-kind'), shownPath()]).toEqual(['overlay-closed', '/his/pharmacy']);
  });

  it('[4-03] forgets all tabs when the session ends', async () => {
    const { endSession, change } = await draw({ at: '/his/pharmacy' });
    await change(endSession);
    expect(tabs()).toEqual([]);
  });
});

describe('navigation', () => {
  it('marks the open page and unfolds the directories above it', async () => {
    const { all, find } = await draw({ at: '/his/pharmacy' });
    expect(all('link', '药房发药').map((link) => link.getAttribute('aria-current'))).toContain('page');
    expect(find('button', '空目录')).toBeUndefined();
  });

  it('[2.4-01] functional floats the pages of a directory', async () => {
    const { get, all, click } = await draw({ settings: { layoutType: 'functional' } });
    await click(get('button', '系统管理'));
    await click(all('link', '系统日志')[0] ?? expect.fail('no link'));
    expect(shownPath()).toBe('/system/log');
  });

  it('[4-12] in blend a type-1 top entry sets the left menu to its children and goes nowhere', async () => {
    const { get, container, click, log } = await draw({ settings: { layoutType: 'blend' }, at: '/his/pharmacy' });
    expect(container.querySelector('.nephra-sidebar')?.textContent).toContain('门诊处方');
    await click(get('button', '系统管理'));
    expect(container.querySelector('.nephra-sidebar')?.textContent).toBe('系统日志');
    expect(log).toEqual([]);
  });

  it('[2.1-15] what does not fit stands behind 更多 ...', async () => {
    const width = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientWidth');
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 2 * 116 });
    try {
      const { get, container, click } = await draw({ settings: { layoutType: 'functional' } });
      expect([...container.querySelectorAll('.nephra-top-menu > ul > li')].map((item) => item.textContent)).toEqual(['首页', '更多 ...']);
      await click(get('button', '更多 ...'));
      expect(container.querySelector('.nephra-more-panel')?.textContent).toBe('医院业务系统管理');
    } finally {
      if (width) Object.defineProperty(HTMLElement.prototype, 'clientWidth', width);
      else Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
    }
  });

  it('a click for a new browser tab is left to the browser', async () => {
    const { get, click, log } = await draw();
    await click(get('button', '医院业务'));
    const link = get('link', '药房发药');
    expect(link.getAttribute('href')).toBe('/his/pharmacy');
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    link.addEventListener('click', (clicked) => clicked.preventDefault(), { once: true });
    link.dispatchEvent(event);
    expect(log).toEqual([]);
  });
});

describe('tags bar', () => {
  const open = async (options: FakeShellOptions = {}) => {
    const drawn = await draw({ at: '/his/pharmacy', ...options });
    await drawn.go('/his/prescription');
    await drawn.go('/system/log');
    drawn.log.length = 0;
    const tab = (name: string) => drawn.get('navigation', '已打开的页面').querySelector<HTMLElement>(`a[title="${name}"]`) ?? expect.fail(`no tab ${name}`);
    const menuOn = async (name: string) => {
      await drawn.press(tab(name), 'F10', { shiftKey: true });
      return drawn.all('menuitem').map((item) => item.textContent);
    };
    return { ...drawn, tab, menuOn };
  };

  it('[2.4-23] the context menu offers refresh, close, close others and close all', async () => {
    const { menuOn } = await open();
    expect(await menuOn('药房发药')).toEqual(['刷新', '关闭', '关闭其他', '关闭所有']);
  });

  it('[2.4-23] a fixed tag cannot be closed by menu, key or middle click', async () => {
    const { menuOn, get, tab, press } = await open();
    await menuOn('首页');
    expect(get('menuitem', '关闭').hasAttribute('disabled')).toBe(true);
    await press(tab('首页'), 'Delete');
    tab('首页').dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true }));
    expect(tabs()).toHaveLength(4);
  });

  it('[2.4-23] middle click closes a tag', async () => {
    const { tab, settle } = await open();
    tab('门诊处方').dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }));
    await settle();
    expect(tabs()).toEqual(['首页', '药房发药', '系统日志']);
  });

  it('[4-28] close others keeps the fixed tags and shows the one it was asked on', async () => {
    const { menuOn, get, click } = await open();
    await menuOn('药房发药');
    await click(get('menuitem', '关闭其他'));
    expect([tabs(), shownPath()]).toEqual([['首页', '药房发药'], '/his/pharmacy']);
    expect(document.querySelectorAll('.nephra-view')).toHaveLength(1);
  });

  it('[2.3-13] a page with unsaved work keeps its tag when people stay', async () => {
    const { tab, press, log } = await open({ answer: false });
    await press(tab('系统日志'), 'Delete');
    expect([log, tabs()]).toEqual([['leave? /system/log'], ['首页', '药房发药', '门诊处方', '系统日志']]);
  });

  it('[2.1-06] refresh starts the page anew', async () => {
    const { menuOn, get, click } = await open();
    const field = document.querySelector('input[aria-label="field /system/log"]');
    await menuOn('系统日志');
    await click(get('menuitem', '刷新'));
    const fresh = document.querySelector('input[aria-label="field /system/log"]');
    expect(fresh !== null && fresh !== field).toBe(true);
  });

  it('names open tabs by the route table, which follows the language', async () => {
    const { router, change } = await open();
    const english = (title: string) => ({ title: 'route.none', zhTitle: title, icon: '' });
    await change(() => router.setRoutes(router.routes.map((route) => (route.path === '/his/pharmacy' ? { ...route, meta: english('Dispensing') } : route))));
    expect(tabs()).toEqual(['首页', 'Dispensing', '门诊处方', '系统日志']);
  });

  it('[2.4-21] shows icons only when the setting is on', async () => {
    const { container, shell, change } = await open();
    expect(container.querySelector('.nephra-tag .nephra-menu-icon')).toBeNull();
    await change(() => shell.settings.set('tagsIcon', true));
    expect(container.querySelectorAll('.nephra-tag .nephra-menu-icon')).toHaveLength(4);
  });
});
