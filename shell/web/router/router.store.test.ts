import { createMemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '@nephra/plugin-sdk/web';
import { sampleMenu } from '../session/session-samples.ts';
import { losesView } from './leave-rule.ts';
import { translateMenus } from './menu-routes.ts';
import { pageSource } from './page-source.ts';
import { RouterStore } from './router.store.ts';
import { enter, type GuardPorts } from './shell-routes.ts';
import { UnsavedWork } from './unsaved.store.ts';

const MENUS = [
  sampleMenu('his', 1, { children: [sampleMenu('his.pharmacy'), sampleMenu('his.patient', 2, { urlAddress: 'his/patient?kind=a' })] }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the platform's placeholders look like this
  sampleMenu('link', 7, { urlAddress: 'https://wiki.example/?t=${jnpfToken}', linkTarget: '_blank' }),
];

function setUp(session = { token: 'Bearer x', isLock: false, isLoaded: false }) {
  const opened = { go: vi.fn(), close: vi.fn() };
  const options = { issueTicket: vi.fn(async () => 'T'), dashboardHost: () => '', openWindow: vi.fn((): typeof opened | null => opened), warn: vi.fn() };
  const router = new RouterStore(options);
  const gone: string[] = [];
  const ports: GuardPorts = {
    router,
    session,
    cleanAddress: vi.fn(),
    keepsSession: vi.fn(async () => session.token !== ''),
    exchange: vi.fn(async (ticket: string) => {
      if (ticket !== 'GOOD') throw new Error('票据无效');
      session.token = 'Bearer t';
    }),
    load: vi.fn(async () => {
      session.isLoaded = true;
      router.setMenuRoutes(translateMenus(MENUS).routes);
    }),
    refuse: (address, notice) => gone.push(`${address} ${notice}`),
    leave: (address) => gone.push(address),
    isServerAway: (error) => error instanceof ApiError && error.error === 'network',
  };
  const start = (at: string) => {
    const data = createMemoryRouter(
      [
        {
          path: '*',
          loader: ({ request }) => enter({ request }, ports),
          shouldRevalidate: () => true,
          element: null,
          errorElement: null,
          hydrateFallbackElement: null,
        },
      ],
      { initialEntries: [at] },
    );
    router.attach(data);
    data.subscribe(({ navigation, location, initialized }) => {
      if (initialized && navigation.state === 'idle') router.arrived(location.pathname, location.search);
    });
    return data;
  };
  const at = async (address: string) => {
    const data = start(address);
    await vi.waitFor(() => expect(data.state.initialized || gone.length > 0).toBe(true), { interval: 1, timeout: 60_000 });
    return data;
  };
  return { router, ports, session, gone, at, options, opened };
}
const shown = (router: RouterStore) => router.screen || router.visit?.fullPath;

describe('where addresses lead', () => {
  test.each([
    ['/', '/home'], // [2.1-01]
    ['/his/pharmacy?id=1', '/his/pharmacy?id=1'],
    ['/his', '/his/pharmacy'],
    ['/nowhere', '/404'],
    ['/login', '/home'],
    ['/jump?account=a', '/home'],
    ['/redirect/his/pharmacy?id=2', '/his/pharmacy?id=2'],
    ['/redirect//evil.example/x', '/404'],
    ['/lockScreen', '/lockScreen'],
    ['/auth-redirect?code=1', '/auth-redirect'],
    ['/menuMore', '/menuMore'],
  ])('[2.3-06] with a session %s shows %s', async (address, wanted) => {
    const { router, at } = setUp();
    await at(address);
    await vi.waitFor(() => expect(shown(router)).toBe(wanted), { interval: 1, timeout: 60_000 });
  });

  test('drawing afresh never leads to another host', () => {
    const { router } = setUp();
    for (const path of ['/redirect//evil.example', '/redirect/\\evil.example', '/redirect///x']) expect(router.resolve(path, '?a=1')).toEqual({ to: '/404' });
  });

  test('[2.2-03] the query of a menu address reaches the page, the address bar wins', async () => {
    const { router, at } = setUp();
    await at('/his/patient?x=1');
    expect(router.visit?.query).toEqual({ kind: 'a', x: '1' });
  });

  test('[2.3-05] [2.3-10] a ticket is exchanged, the address is cleaned', async () => {
    const { router, at } = setUp({ token: '', isLock: false, isLoaded: false });
    const data = await at('/home?token=GOOD');
    await vi.waitFor(() => expect(shown(router)).toBe('/home'), { interval: 1, timeout: 60_000 });
    expect(data.state.location.search).toBe('');
  });

  test('[2.3-05] a ticket never costs a session that is there: it is taken out of the address and kept for later', async () => {
    const { router, ports, gone, at } = setUp();
    await at('/home?token=BAD&x=1');
    await vi.waitFor(() => expect(shown(router)).toBe('/home?x=1'), { interval: 1, timeout: 60_000 });
    expect([gone, vi.mocked(ports.exchange).mock.calls]).toEqual([[], []]);
    expect(vi.mocked(ports.cleanAddress).mock.calls).toEqual([['BAD', '/home?x=1']]);
    expect(vi.mocked(ports.keepsSession).mock.calls).toEqual([['BAD']]);
  });

  test('[2.3-10] a bad ticket leads to /login', async () => {
    const { gone, at } = setUp({ token: '', isLock: false, isLoaded: false });
    await at('/home?token=BAD');
    expect(gone).toEqual(['/login 票据无效']);
  });

  test('[2.3-12] without a token the document is left for the login page', async () => {
    const { gone, at } = setUp({ token: '', isLock: false, isLoaded: false });
    await at('/profile');
    expect(gone).toEqual(['/login?redirect=/profile']);
  });

  test('[2.3-07] [8-07] a session that cannot be loaded leads to the login page with the failure text, or Has Error', async () => {
    for (const [error, text] of [
      [new Error('您的权限不足，请联系管理员'), '您的权限不足，请联系管理员'],
      [new Error(''), 'Has Error'],
    ] as const) {
      const { gone, at, ports } = setUp();
      vi.mocked(ports.load).mockRejectedValueOnce(error);
      await at('/his/pharmacy');
      expect(gone).toEqual([`/login?redirect=/his/pharmacy ${text}`]);
    }
  });

  test('a server that gives no answer keeps the session', async () => {
    const { gone, at, ports } = setUp();
    vi.mocked(ports.load).mockRejectedValueOnce(new ApiError({ code: 0, error: 'network', message: 'x' }));
    const data = await at('/home');
    expect([gone, Object.keys(data.state.errors ?? {}).length]).toEqual([[], 1]);
  });

  test('[2.3-03] a locked session is not loaded before it is unlocked', async () => {
    const { router, at, ports } = setUp({ token: 'Bearer x', isLock: true, isLoaded: false });
    await at('/his/pharmacy');
    await vi.waitFor(() => expect(shown(router)).toBe('/lockScreen'), { interval: 1, timeout: 60_000 });
    expect(ports.load).not.toHaveBeenCalled();
  });
});

describe('moving', () => {
  test('[2.1-16] a duplicate navigation is ignored, and the look stays the same object', async () => {
    const { router, at } = setUp();
    const data = await at('/his/pharmacy');
    const before = router.visit;
    const navigate = vi.spyOn(data, 'navigate');
    router.navigate('/his/pharmacy');
    expect(navigate).not.toHaveBeenCalled();
    router.arrived('/his/pharmacy', '');
    expect(router.visit).toBe(before);
  });

  test('[2.1-06] refreshing draws the path afresh, with its query', async () => {
    const { router, at } = setUp();
    await at('/his/pharmacy?id=1');
    router.refresh('/his/pharmacy?id=1');
    await vi.waitFor(() => expect(router.visit?.generation).toBe(1), { interval: 1, timeout: 60_000 });
    expect(router.visit?.fullPath).toBe('/his/pharmacy?id=1');
  });

  test('[2.2-06] an entry for a new window gets a ticket and never the token', async () => {
    const { router, at, options, opened } = setUp();
    await at('/home');
    const link = router.find('/link')?.menu;
    if (link === undefined) throw new Error('no link');
    await router.open(link);
    expect(options.issueTicket).toHaveBeenCalledWith('https://wiki.example/?t=');
    expect(opened.go).toHaveBeenCalledWith('https://wiki.example/?t=T');
    options.issueTicket.mockRejectedValueOnce(new Error('no'));
    await router.open(link);
    expect(opened.close).toHaveBeenCalledOnce();
    options.openWindow.mockReturnValueOnce(null);
    await router.open(link);
    expect(options.warn).toHaveBeenCalledWith('router.popupBlocked');
  });

  test('[2.2-05] an entry of type 6 opens the screen on the dashboard host with a ticket, in a window of its own', async () => {
    const opened = { go: vi.fn(), close: vi.fn() };
    const issueTicket = vi.fn(async () => 'T 1');
    const warn = vi.fn();
    let dashboardHost = 'https://datav.example';
    const router = new RouterStore({ issueTicket, dashboardHost: () => dashboardHost, openWindow: () => opened, warn });
    const { routes, menus } = translateMenus([sampleMenu('site.screen', 6, { urlAddress: 'dataScreen/site.screen', propertyJson: '{"moduleId":"m9"}' })]);
    router.setMenuRoutes(routes);
    const [screen] = menus;
    if (screen === undefined) throw new Error('no entry');
    await router.open(screen);
    expect(issueTicket).toHaveBeenCalledWith('https://datav.example/view/m9?token=');
    expect(opened.go).toHaveBeenCalledExactlyOnceWith('https://datav.example/view/m9?token=T%201');
    dashboardHost = '';
    await router.open(screen);
    expect(warn).toHaveBeenCalledExactlyOnceWith('router.noAddress');
    expect(opened.go).toHaveBeenCalledOnce();
  });

  test('a page tells where another one lies, with what it is asked; directories, windows and what was taken away have no such address', async () => {
    const { router, at } = setUp();
    await at('/home');
    expect(router.pageAddress('his.pharmacy')).toBe('/his/pharmacy');
    expect(router.pageAddress('his.patient', { patientId: 'p&1', tab: '档案' })).toBe('/his/patient?patientId=p%261&tab=%E6%A1%A3%E6%A1%88');
    expect([router.pageAddress('his'), router.pageAddress('link'), router.pageAddress('his.none')]).toEqual([undefined, undefined, undefined]);
    router.setMenuRoutes([]);
    expect(router.pageAddress('his.pharmacy')).toBeUndefined();
  });

  test('opening a directory shows its first page', async () => {
    const { router, at } = setUp();
    await at('/home');
    const directory = router.find('/his')?.menu;
    if (directory) await router.open(directory);
    await vi.waitFor(() => expect(shown(router)).toBe('/his/pharmacy'), { interval: 1, timeout: 60_000 });
  });
});

describe('who draws a route', () => {
  const { routes } = translateMenus([...MENUS, sampleMenu('model.a', 3, { urlAddress: 'model/a' }), sampleMenu('system.plugins')]);
  const plugin = { id: 'pharmacy', pages: ['his.pharmacy', 'messageRecord'], menuTypes: [3] };
  const source = (path: string, known = true) => {
    const router = new RouterStore({ issueTicket: async () => '', dashboardHost: () => '', openWindow: () => null, warn: () => {} });
    router.setMenuRoutes(routes);
    const route = router.find(path);
    if (route === undefined) throw new Error(path);
    return pageSource(route, new Set(['system.plugins']), ({ enCode, type }) =>
      known && (plugin.pages.includes(enCode) || (type !== undefined && plugin.menuTypes.includes(type))) ? (plugin as never) : undefined,
    );
  };

  test('the shell, the plugin with the page or the menu type, a frame, or nobody', () => {
    expect(source('/home')).toEqual({ kind: 'shell', code: 'home' });
    expect(source('/system/plugins')).toEqual({ kind: 'shell', code: 'system.plugins' });
    expect(source('/his/pharmacy')).toEqual({ kind: 'plugin', pluginId: 'pharmacy', part: { kind: 'page', enCode: 'his.pharmacy' } });
    expect(source('/model/a')).toEqual({ kind: 'plugin', pluginId: 'pharmacy', part: { kind: 'menuType', type: 3 } });
    expect(source('/link')).toEqual({ kind: 'outside' });
    expect(source('/his/pharmacy', false)).toEqual({ kind: 'missing', owner: '' });
  });

  test.each([
    [3, 'model/b', 'visualdev'],
    [5, 'dataReport/b', 'visualdev'],
    [8, 'portal/b', 'portal'],
  ])('an entry of type %i that no plugin draws is named after the one that would', (type, urlAddress, owner) => {
    const [route] = translateMenus([sampleMenu('b', type, { urlAddress, propertyJson: '{"moduleId":"m1"}' })]).routes;
    if (route === undefined) throw new Error('no route');
    expect(pageSource(route, new Set(), () => undefined)).toEqual({ kind: 'missing', owner });
  });

  test('a fixed page of a later delivery is drawn by its plugin, else named after it', () => {
    expect(source('/messageRecord')).toEqual({ kind: 'plugin', pluginId: 'pharmacy', part: { kind: 'page', enCode: 'messageRecord' } });
    expect(source('/messageRecord', false)).toEqual({ kind: 'missing', owner: 'message' });
    expect(source('/workFlowDetail')).toEqual({ kind: 'missing', owner: 'workflow' });
  });
});

describe('[2.3-13] unsaved work', () => {
  const place = (pathname: string, search = '') => ({ pathname, search });

  test('is lost by a navigation only where the view does not stay mounted', () => {
    expect(losesView(place('/a'), place('/b'), true)).toBe(false);
    expect(losesView(place('/a'), place('/b'), false)).toBe(true);
    expect(losesView(place('/a'), place('/a', '?x=1'), false)).toBe(false);
    expect(losesView(place('/a'), place('/redirect/a'), true)).toBe(true);
    expect(losesView(place('/a'), place('/lockScreen'), false)).toBe(false);
    expect(losesView(place('/lockScreen'), place('/a'), false)).toBe(false);
  });

  test('is asked about once, and not again for what the person agreed to lose', async () => {
    const confirm = vi.fn(async () => true);
    const unsaved = new UnsavedWork(confirm, () => ({ title: 't', content: 'c', okText: 'o' }));
    let dirty = false;
    const end = unsaved.register('/a', () => dirty);
    expect(await unsaved.mayLeave(['/a', '/b'])).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
    dirty = true;
    expect(unsaved.dirtyPaths).toEqual(['/a']);
    expect(await unsaved.mayLeave(['/a'])).toBe(true);
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ title: 't', content: 'c', okText: 'o', danger: true });
    expect([unsaved.isDirty('/a'), unsaved.dirtyPaths]).toEqual([false, []]);
    unsaved.arrived();
    expect(unsaved.isDirty('/a')).toBe(true);
    end();
    expect(unsaved.isDirty('/a')).toBe(false);
  });

  test('the question says that it will be lost only where it will be', async () => {
    const asked: unknown[] = [];
    const confirm = vi.fn(async (question: object) => {
      asked.push(question);
      return false;
    });
    const unsaved = new UnsavedWork(confirm, (kept) => ({ title: '', content: kept ? 'kept' : 'lost', okText: '' }));
    unsaved.register('/rx', () => true, true);
    unsaved.register('/rx', () => false);
    await unsaved.mayLeave(['/rx']);
    unsaved.register('/form', () => true);
    await unsaved.mayLeave(['/rx']);
    await unsaved.mayLeave(['/rx', '/form']);
    expect(asked).toMatchObject([
      { content: 'kept', danger: false },
      { content: 'kept', danger: false },
      { content: 'lost', danger: true },
    ]);
  });

  test('a no keeps it', async () => {
    const unsaved = new UnsavedWork(
      async () => false,
      () => ({ title: '', content: '', okText: '' }),
    );
    unsaved.register('/a', () => true);
    expect([await unsaved.mayLeave(['/a']), unsaved.isDirty('/a')]).toEqual([false, true]);
  });
});

test('[6-04] an address whose menu entry was taken away stays a page that can say so, but is found no more', () => {
  const { router } = setUp();
  router.setMenuRoutes(translateMenus(MENUS).routes);
  router.setMenuRoutes(translateMenus([sampleMenu('his.patient')]).routes);
  expect(router.find('/his/pharmacy')).toBeUndefined();
  expect(router.resolve('/his/pharmacy', '')).toMatchObject({ visit: { path: '/his/pharmacy' } });
  expect(router.resolve('/no/such', '')).toEqual({ to: '/404' });
  router.setMenuRoutes(translateMenus(MENUS).routes);
  expect(router.find('/his/pharmacy')).toBeDefined();
});
