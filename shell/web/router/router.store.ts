import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DataRouter } from 'react-router-dom';
import type { ShellRouter } from '../shell-context.tsx';
import { FIXED_ROUTES, fixedDrawing } from './fixed-routes.ts';
import { firstPage } from './menu-routes.ts';
import { outsideAddress } from './outside-address.ts';
import type { MenuItem, RouteEntry, Visit } from './route-table.ts';

export interface RouterStoreOptions {
  /** A one-time ticket for an outside address. */
  readonly issueTicket: (target: string) => Promise<string>;
  readonly dashboardHost: () => string;
  /** Opens an empty window at once (a later one would be blocked as a pop-up); null when the browser refuses. */
  readonly openWindow: () => { go(address: string): void; close(): void } | null;
  readonly warn: (key: 'router.noAddress' | 'router.popupBlocked') => void;
}

/** Where an address leads after the guard let it pass. */
export type Resolution = { readonly to: string } | { readonly visit: Visit } | { readonly screen: string };

/** Routes of the session and what is being shown. The data router of react-router moves it. */
export class RouterStore implements ShellRouter {
  menuRoutes: readonly RouteEntry[] = [];
  visit: Visit | null = null;
  /** A page over the whole window, or empty while the frame is shown. */
  screen = '';
  readonly #options: RouterStoreOptions;
  /** Routes that the session had and lost, so that their open tabs can say so. */
  readonly #withdrawn = new Map<string, RouteEntry>();
  readonly #generations = new Map<string, number>();
  /** Counts how often all pages started over. */
  #era = 0;
  #router: Pick<DataRouter, 'navigate' | 'state'> | null = null;

  constructor(options: RouterStoreOptions) {
    this.#options = options;
    makeAutoObservable<this>(this, {
      menuRoutes: observableRef,
      visit: observableRef,
      attach: false,
      navigate: false,
      open: false,
      resolve: false,
      refresh: false,
      find: false,
      pageAddress: false,
      ownerKey: false,
    });
  }

  get routes(): readonly RouteEntry[] {
    return [...FIXED_ROUTES, ...this.menuRoutes];
  }

  get byPath(): ReadonlyMap<string, RouteEntry> {
    return new Map(this.routes.map((route) => [route.path, route]));
  }

  attach(router: Pick<DataRouter, 'navigate' | 'state'>): void {
    this.#router = router;
  }

  setMenuRoutes(routes: readonly RouteEntry[]): void {
    for (const route of this.menuRoutes) this.#withdrawn.set(route.path, route);
    for (const { path } of routes) this.#withdrawn.delete(path);
    this.menuRoutes = routes;
    // Titles of what is shown follow the new rows.
    if (this.visit !== null) this.visit = { ...this.visit, route: this.byPath.get(this.visit.path) ?? this.visit.route };
  }

  readonly find = (path: string): RouteEntry | undefined => this.byPath.get(path);

  /** Address of a menu's page that the session may open. */
  pageAddress(enCode: string, query: Readonly<Record<string, string>> = {}): string | undefined {
    const route = this.menuRoutes.find(({ menu, mode }) => menu?.enCode === enCode && mode === 'page');
    const search = new URLSearchParams(query).toString();
    return route && (search === '' ? route.path : `${route.path}?${search}`);
  }

  /** A duplicate navigation is ignored (spec 2.1). */
  navigate(fullPath: string, options: { readonly replace?: boolean } = {}): void {
    const at = this.#router?.state.location;
    if (at !== undefined && at.pathname + at.search === fullPath) return;
    void this.#router?.navigate(fullPath, { replace: options.replace ?? false });
  }

  refresh(fullPath: string): void {
    void this.#router?.navigate(`/redirect${fullPath}`, { replace: true });
  }

  startOver(): void {
    this.#era += 1;
    // What is no longer permitted is left, not drawn again.
    if (this.visit !== null && this.find(this.visit.path) !== undefined) this.visit = { ...this.visit, generation: this.#generationOf(this.visit.path) };
  }

  async open(item: MenuItem): Promise<void> {
    const route = this.find(item.path);
    if (route?.mode === 'page' || route?.mode === 'frame') return this.navigate(item.path);
    if (route?.mode !== 'window') {
      const page = firstPage(item.children);
      return page === undefined ? undefined : this.navigate(page.path);
    }
    const address = outsideAddress(item, { dashboardHost: this.#options.dashboardHost() });
    if (address === undefined) return this.#options.warn('router.noAddress');
    const opened = this.#options.openWindow();
    if (opened === null) return this.#options.warn('router.popupBlocked');
    try {
      opened.go(address.fill(address.needsTicket ? await this.#options.issueTicket(address.target) : ''));
    } catch {
      // The refusal was shown by the HTTP client.
      opened.close();
    }
  }

  /** Where an address that passed the guard leads: on to another one, to a screen, or to a view. */
  resolve(path: string, search: string): Resolution {
    if (path === '/') return { to: '/home' };
    if (path === '/jump') return { to: '/login' };
    if (path.startsWith('/redirect/')) return this.#afresh(path.slice('/redirect'.length), search);
    if (fixedDrawing(path) === 'screen') return { screen: path };
    const route = this.find(path) ?? this.#withdrawn.get(path);
    if (route === undefined) return { to: '/404' };
    if (route.mode === 'none') return { to: firstPage(route.menu?.children ?? null)?.path ?? '/404' };
    return { visit: this.#visitOf(route, path, search) };
  }

  /** By what the plugin that draws an address is found. */
  ownerKey(fullPath: string): { readonly enCode: string; readonly type?: number } {
    const route = this.find(fullPath.split('?')[0] ?? '');
    return route?.type === undefined ? { enCode: route?.name ?? '' } : { enCode: route.menu?.enCode ?? '', type: route.type };
  }

  /** Takes what the router has arrived at. */
  arrived(path: string, search: string): void {
    const found = this.resolve(path, search);
    runInAction(() => {
      if ('screen' in found) this.screen = found.screen;
      if ('visit' in found) {
        this.screen = '';
        // The same look stays the same object: views and tags compare it.
        if (!isSameVisit(this.visit, found.visit)) this.visit = found.visit;
      }
    });
  }

  #afresh(path: string, search: string): Resolution {
    // A browser reads two slashes, or one and its reverse, as a host.
    if (/^\/[/\\]/.test(path)) return { to: '/404' };
    this.#generations.set(path, (this.#generations.get(path) ?? 0) + 1);
    return { to: path + search };
  }

  #visitOf(route: RouteEntry, path: string, search: string): Visit {
    const fullPath = path + search;
    const query = { ...route.query, ...Object.fromEntries(new URLSearchParams(search)) };
    return { route, path, fullPath, query, generation: this.#generationOf(path) };
  }

  #generationOf(path: string): number {
    return this.#era + (this.#generations.get(path) ?? 0);
  }
}

const isSameVisit = (a: Visit | null, b: Visit): boolean => a !== null && a.fullPath === b.fullPath && a.generation === b.generation && a.route === b.route;
