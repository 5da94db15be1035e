import { observable, runInAction } from 'mobx';
import type { Language } from '@nephra/plugin-sdk/contract';
import { loadUiLocale, type UiLocale } from '@nephra/plugin-sdk/ui';
import { ApiError } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../contract/index.ts';
import { ExportsStore } from './exports/exports.store.ts';
import { ConfirmStore } from './feedback/confirm.store.ts';
import { createToast } from './feedback/toast.ts';
import { HTML_LANG } from './i18n/language-choice.ts';
import { ShellTexts } from './i18n/shell-texts.ts';
import { createNet } from './net/create-net.ts';
import { newCaptchaKey } from './net/login/captcha-key.ts';
import { createHostPorts } from './plugins/host-ports.ts';
import { PluginHostStore } from './plugins/plugin-host.ts';
import { type ContextParts, createWebContext } from './plugins/web-context.ts';
import { createOffline } from './offline/offline.ts';
import { bringPage } from './pages/bring-page.ts';
import { PreviewStore } from './preview/preview.store.ts';
import { RouterStore } from './router/router.store.ts';
import type { GuardPorts } from './router/shell-routes.ts';
import { UnsavedWork } from './router/unsaved.store.ts';
import { DeviceStore } from './session/device.store.ts';
import { RecentPages } from './session/recent-pages.ts';
import { ReloginStore } from './session/sign-in-again/relogin.store.ts';
import { SessionEnd } from './session/session-end.ts';
import { IdleWatch } from './session/watch/idle-watch.ts';
import { followBuilds } from './plugins/follow-builds.ts';
import { RightsWatch } from './session/watch/rights-watch.ts';
import { loadSession } from './session/session-loader.ts';
import { SessionStore } from './session/session.store.ts';
import { SettingsStore } from './session/settings.store.ts';
import { createShellActions } from './session/shell-actions.ts';
import { TicketEntry } from './session/sign-in-again/ticket-entry.ts';
import type { Shell } from './shell-context.tsx';
import { draftsFor, sweepDrafts } from './storage/draft-store.ts';
import { openStorage } from './storage/browser-storage.ts';
import type { Surroundings } from './surroundings.ts';

const ROUTES = sessionContract.routes;
/** Long enough to be read by whoever is at work elsewhere on the page: it is said once. */
const CLOCK_OFF_SHOWN_MS = 30_000;
const UNSAVED = { title: 'unsaved.title', content: 'unsaved.content', kept: 'unsaved.kept', okText: 'unsaved.leave' } as const;

/** No answer came: the session may well be fine. */
const isServerAway = (error: unknown): boolean => error instanceof ApiError && (error.error === 'network' || error.error === 'timeout');

/** The shell, with the parts that only its root component and its router work with. */
export type ShellParts = ReturnType<typeof createShell>;

/** Puts the shell together. Nothing is fetched yet; the first navigation does that. */
export function createShell(surroundings: Surroundings) {
  const { page, view, modules, now, later } = surroundings;
  const storage = openStorage(() => view.localStorage);
  sweepDrafts(storage, now());
  const settings = new SettingsStore(storage, view.navigator.language);
  const session = new SessionStore(storage);
  const device = new DeviceStore(storage);
  const recent = new RecentPages(storage);
  const texts = new ShellTexts();
  const toast = createToast(page, later);
  const confirms = new ConfirmStore();
  const uiLocale = observable.box<UiLocale | undefined>(undefined, { deep: false });
  /** Counts changes of the site's wording: what is drawn follows. */
  const wording = observable.box(0);
  const wait = (ms: number) => new Promise<void>((resolve) => later(resolve, ms));
  const leaving = { now: false };

  /** Reading the language makes observers follow it. */
  const t = (key: string, params?: Record<string, string | number>) => {
    wording.get();
    return texts.t(key, { lng: settings.language, ...params });
  };
  const leave = (address: string) => {
    leaving.now = true;
    view.location.replace(address);
  };

  const { http, httpAs, socket, reachability, serverTime } = createNet(surroundings, {
    token: () => session.token,
    language: () => settings.language,
    spoken: () => settings.spoken,
    isMobile: () => device.device === 'mobile',
    showError: toast.error,
    onSessionEnded: (end) => void sessionEnd.expired(end),
    onTakenOver: (msg) => toast.warning(msg || t('session.socketTaken')),
    onReachable: device.setServerReachable,
    onCall: () => idle.called(),
    onClockOff: (aheadMs) =>
      toast.show(
        'warning',
        t(aheadMs > 0 ? 'session.clockAhead' : 'session.clockBehind', { minutes: Math.round(Math.abs(aheadMs) / 60_000) }),
        CLOCK_OFF_SHOWN_MS,
      ),
    onPasswordDue: () => void passwordDue(),
    onExportGoesOn: () => void exports.began(),
    rights: () => session.sessionInfo?.rightsDigest ?? '',
  });
  const offline = createOffline({
    ...{ storage, view, now, later, token: () => session.token },
    ahead: () => serverTime.ahead,
    assumeAhead: (ms) => serverTime.assume(ms),
  });
  const relogin = new ReloginStore(http, session, newCaptchaKey);
  const unsaved = new UnsavedWork(confirms.ask, (kept) => ({
    title: t(UNSAVED.title),
    content: t(kept ? UNSAVED.kept : UNSAVED.content),
    okText: t(UNSAVED.okText),
  }));

  const router = new RouterStore({
    issueTicket: async (target) => ((await http.call(ROUTES.issueTicket, { body: { target } })).data as { ticket: string }).ticket,
    dashboardHost: () => session.sysConfig.dashboardHost,
    openWindow: () => {
      const opened = view.open('', '_blank');
      if (opened === null) return null;
      opened.opener = null;
      return { go: (address) => opened.location.replace(address), close: () => opened.close() };
    },
    warn: (key) => toast.warning(t(key)),
  });
  const goToLock = () => router.navigate('/lockScreen');
  const sessionEnd: SessionEnd = new SessionEnd({
    session,
    storage,
    here: () => {
      // Under the lock screen lies the page that the person worked in.
      const { pathname, search } = view.location;
      const [path = '/', query = ''] = pathname === '/lockScreen' ? (router.visit?.fullPath ?? '/').split('?') : [pathname, search.slice(1)];
      return { path, search: query === '' ? '' : `?${query}` };
    },
    hasUnsaved: () => unsaved.dirtyPaths.length > 0,
    askPassword: relogin.ask,
    leave,
    goToLock,
    resumed: () => {
      reopen();
      toast.success(t('relogin.done'));
    },
  });
  /** The same person is back: unlocked, or signed in again over the page. */
  const reopen = () => {
    const wasLocked = session.isLock;
    session.setLock(false);
    http.sessionRestored();
    idle.start();
    socket.stop();
    socket.start();
    if (wasLocked) router.navigate(router.visit?.fullPath ?? '/', { replace: true });
  };
  const idle = new IdleWatch({
    storage,
    now,
    later,
    limits: () => session.sessionInfo,
    isLocked: () => session.isLock,
    tell: () => void http.call(ROUTES.alive, {}, { quiet: true }).catch(() => {}),
    lock: (minutes) => {
      confirms.dismissAll();
      session.setLock(true, minutes);
      goToLock();
    },
    end: (minutes) => void sessionEnd.expired({ error: 'core.login-expired', msg: t('session.rested', { minutes }) }),
  });
  sessionEnd.onEnd(() => idle.stop());

  const preview = new PreviewStore();
  const exports = new ExportsStore({
    http,
    later,
    onEnded: ({ state, name, reason }) => (state === 'done' ? toast.success(t('exports.done', { name: name || t('exports.unnamed') })) : toast.error(reason)),
  });
  sessionEnd.onEnd(() => exports.stop());
  const drafts = (area: string) => draftsFor(storage, { userId: () => session.userInfo?.userId ?? '', area }, now);
  const filePort = () => import('./files/file-port.ts').then(({ createFilePort }) => createFilePort(http));
  const contextParts: ContextParts = {
    http,
    files: { upload: async (...input) => (await filePort()).upload(...input), download: async (file) => (await filePort()).download(file) },
    toast,
    socket,
    confirm: confirms.ask,
    user: () => session.user,
    language: () => settings.language,
    now: () => serverTime.now(),
    can: session.can,
    navigate: (path, options) => router.navigate(path, options),
    pageAddress: (menu, query) => router.pageAddress(menu, query),
    guardUnsaved: (isDirty, options) => unsaved.register(router.visit?.fullPath ?? '', isDirty, options?.keptAsDraft),
    text: (pluginId, key, params) => (pluginId === 'shell' ? t(key, params) : texts.pluginText(pluginId, key, { lng: settings.language, ...params })),
    drafts,
    print: (document) =>
      void import('./feedback/print-document.ts')
        .then(({ printDocument }) => printDocument(document))
        .catch((error) => toast.error(t('session.printFailed', { reason: String(error) }))),
    previewDocument: preview.open,
    worksOffline: offline.keep,
    report: (pluginId, error, where) =>
      ports.report({ pluginId, version: host.find(pluginId)?.version ?? '', kind: 'reported', where, message: String(error) }),
  };
  const ports = createHostPorts(http, texts, surroundings.early);
  const host: PluginHostStore = new PluginHostStore({
    ...ports,
    fetchFiles: (id, base) => offline.filesOf(base, () => ports.fetchFiles(id, base)),
    modules,
    wait,
    later,
    safeMode: new URLSearchParams(view.location.search).get('plugins') === 'off',
    language: () => settings.language,
    createContext: (pluginId, values) => createWebContext(pluginId, values, contextParts),
    hasUnsaved: (pluginId) => unsaved.dirtyPaths.some((path) => host.pageOwner(router.ownerKey(path))?.id === pluginId),
  });

  async function takeSession(withRegistry: boolean): Promise<void> {
    const notices = { noUser: t('session.noUser'), noMenu: t('session.noMenu') };
    const loaded = await loadSession(http, notices, withRegistry ? view.location.pathname.slice(0, 500) : undefined).then(offline.took, (error: unknown) => {
      if (withRegistry && isServerAway(error)) return offline.restore(error);
      throw error;
    });
    for (const clash of loaded.clashes) console.warn(`Menu entry left out, its address is taken: ${clash}`);
    runInAction(() => {
      session.accept(loaded.current, loaded.menus);
      router.setMenuRoutes(loaded.routes);
      if (withRegistry) host.take(loaded.registry);
      else if (loaded.registry.revision !== '') host.takeLanguages(loaded.registry);
      // Taken away meanwhile, or laid over another language than before: its base goes on.
      if (
        settings.siteLanguage &&
        loaded.registry.revision &&
        !host.languages.some(({ code, base }) => code === settings.siteLanguage && base === settings.language)
      )
        settings.set('siteLanguage', '');
      // A registry that could not be had says nothing of the wording either.
      if (loaded.registry.revision !== '' && texts.takeSite(settings.language, loaded.registry.overrides.texts)) {
        wording.set(wording.get() + 1);
        // At the first load no plugin is drawn yet, and what came for the first page is not thrown away.
        if (!withRegistry) host.languageChanged();
      }
    });
  }

  /** First load of a session, and again once a due password is set: user, menus, plugins; then the socket. */
  async function beginSession(): Promise<void> {
    await takeSession(true);
    recent.openFor(session.userInfo?.userId ?? '');
    idle.start();
    if (session.passwordDemand !== '') return;
    bringPage(router.find(view.location.pathname), host);
    socket.start();
    exports.start();
  }

  /** A call was refused because a new password comes first: the session itself says why. */
  async function passwordDue(): Promise<void> {
    if (session.passwordDemand !== '' || session.userInfo === null) return;
    // What cannot be asked now will be asked by the next refused call.
    await takeSession(false).catch(() => {});
  }

  const rights = new RightsWatch({
    // Behind the dot stands what the site made of its menus: read again, and nothing to tell.
    digest: () => session.sessionInfo?.rightsDigest.split('.')[0] ?? '',
    reload: () => takeSession(false),
    tell: () => toast.info(t('session.rightsChanged')),
    refused: (notice) => sessionEnd.end('/login', notice),
  });
  /** Changes of texts that came with their frames: one after the other, and before anybody asks what else is new. */
  let worded = Promise.resolve();
  socket.on('wordingChanged', (frame) => {
    const redrawShell = () => wording.set(wording.get() + 1);
    worded = Promise.all([import('./session/watch/wording-change.ts'), worded])
      .then(([{ takeWordingChange }]) => takeWordingChange(frame, { session, settings, texts, host, redrawShell }))
      .catch(() => undefined);
  });
  socket.on('rightsChanged', ({ digest }) => void worded.then(() => (digest === session.sessionInfo?.rightsDigest ? undefined : rights.changed())));
  followBuilds({ socket, host, readSession: () => takeSession(false) });

  async function loadLanguage(language: Language): Promise<void> {
    // Simplified Chinese is built into the components.
    const [locale] = await Promise.all([language === 'zh' ? undefined : loadUiLocale(language), texts.load(language), host.prepareLanguage(language)]);
    runInAction(() => uiLocale.set(locale));
    page.documentElement.lang = settings.siteLanguage || HTML_LANG[language];
  }

  const actions = createShellActions({
    http,
    session,
    settings,
    toast,
    confirm: confirms.ask,
    t,
    mayLeaveAll: () => unsaved.mayLeave(unsaved.dirtyPaths),
    endSession: (address) => sessionEnd.end(address),
    goToLock,
    loadLanguage,
    languageChanged: () => host.languageChanged(),
    reloadMenus: () => takeSession(false),
    closeDialogs: confirms.dismissAll,
    retryServer: () => reachability.retryNow(),
  });

  const shell: Shell = {
    session,
    settings,
    device,
    storage,
    drafts: drafts('shell'),
    http,
    socket,
    toast,
    confirm: confirms.ask,
    router,
    unsaved,
    plugins: host,
    recent,
    preview,
    exports,
    actions,
    now: () => serverTime.now(),
    t,
    title: (meta) => (texts.has(meta.title, settings.language) ? t(meta.title) : meta.zhTitle || meta.title),
    onSessionEnd: (listener) => sessionEnd.onEnd(listener),
  };

  const tickets = new TicketEntry({
    session,
    http,
    httpAs,
    toast,
    confirm: confirms.ask,
    t,
    mayLeaveAll: () => unsaved.mayLeave(unsaved.dirtyPaths),
    take: ({ token, theme }) => {
      session.reset();
      session.setToken(token);
      settings.takeTheme(theme);
    },
    startOver: () => leave('/'),
  });

  const guardPorts: GuardPorts = {
    router,
    session,
    cleanAddress: (ticket, to) => {
      // A navigation inside the page has not written its address yet.
      if (new URLSearchParams(view.location.search).get('token') === ticket) view.history.replaceState(view.history.state, '', to);
    },
    keepsSession: (ticket) => tickets.keepsSession(ticket),
    exchange: (ticket) => tickets.enter(ticket),
    load: beginSession,
    isServerAway,
    refuse: (address, notice) => sessionEnd.end(address, notice),
    leave,
  };

  return {
    shell,
    host,
    router,
    unsaved,
    confirms,
    relogin,
    socket,
    http,
    uiLocale,
    sessionEnd,
    idle,
    beginSession,
    reopen,
    leaving,
    loadLanguage,
    leave,
    guardPorts,
    isServerAway,
    reloadDocument: () => {
      leaving.now = true;
      view.location.reload();
    },
    /** The router has come to an address. */
    arrived(path: string, search: string): void {
      // What was asked for before the first page would be old on the next.
      if (router.visit !== null) surroundings.early?.forget();
      router.arrived(path, search);
      unsaved.arrived();
      if (router.screen === '' && router.visit?.route.menu !== undefined) recent.visited(path, now());
      void tickets.look();
    },
  };
}
