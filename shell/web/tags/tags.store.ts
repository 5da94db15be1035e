import { makeAutoObservable, observableRef } from 'mobx';
import type { RouteEntry, Visit } from '../router/route-table.ts';

/** One visited view: a tab of the bar and, while caching is on, a page that stays mounted. */
export interface TagView {
  /** Path without query: identity of the tab and key of its page (spec 2.4). */
  readonly path: string;
  /** The last look at this path: its query is where a click on the tab leads. */
  readonly visit: Visit;
  /** All addresses this tab has shown: unsaved work may be noted under any of them. */
  readonly addresses: readonly string[];
  /** Fixed tab: never closed. */
  readonly affix: boolean;
}

const isFixed = (route: RouteEntry): boolean => route.meta.affix === true;

/** A fixed tab that nobody has opened yet. */
const unvisited = (route: RouteEntry): TagView => ({
  path: route.path,
  visit: { route, path: route.path, fullPath: route.path, query: {}, generation: 0 },
  addresses: [],
  affix: true,
});

/**
 * Visited views (spec 2.4 tag context menu, section 4 tabs). It only knows which tabs exist; asking about unsaved work and navigating
 * belong to the acts around it.
 */
export class TagsStore {
  views: readonly TagView[] = [];
  /** Last look of the tab that was closed last: until the next page has come, its page must not be drawn again. */
  private closedVisit: Visit | null = null;

  constructor() {
    makeAutoObservable<this, 'closedVisit'>(this, { views: observableRef, closedVisit: observableRef }, { autoBind: true });
  }

  wasClosed(visit: Visit): boolean {
    return this.closedVisit === visit;
  }

  get(path: string): TagView | undefined {
    return this.views.find((view) => view.path === path);
  }

  /** Shows the fixed tabs of the route table, before all others. */
  fix(routes: readonly RouteEntry[]): void {
    const fresh = routes.filter((route) => isFixed(route) && !this.get(route.path)).map(unvisited);
    if (fresh.length === 0) return;
    const fixed = this.views.filter((view) => view.affix);
    const others = this.views.filter((view) => !view.affix);
    this.views = [...fixed, ...fresh, ...others];
  }

  /** A visit opens a tab or, when there is one with this path, moves it to the new query. */
  visit(visit: Visit): void {
    const index = this.views.findIndex((view) => view.path === visit.path);
    const known = this.views[index];
    if (!known) {
      this.views = [...this.views, { path: visit.path, visit, addresses: [visit.fullPath], affix: isFixed(visit.route) }];
      return;
    }
    if (known.visit === visit) return;
    const addresses = known.addresses.includes(visit.fullPath) ? known.addresses : [...known.addresses, visit.fullPath];
    this.views = this.views.map((view) => (view === known ? { ...known, visit, addresses } : view));
  }

  isClosable(path: string): boolean {
    const view = this.get(path);
    return view !== undefined && !view.affix;
  }

  get closable(): readonly TagView[] {
    return this.views.filter((view) => !view.affix);
  }

  /** Tabs that "close others" on `path` would close. */
  othersOf(path: string): readonly TagView[] {
    return this.closable.filter((view) => view.path !== path);
  }

  /** Removes tabs; fixed ones stay whatever was asked. `shown` is the current look: closing its tab unmounts its page at once. */
  close(paths: readonly string[], shown?: Visit): void {
    if (shown !== undefined && paths.includes(shown.path) && this.isClosable(shown.path)) this.closedVisit = shown;
    this.views = this.views.filter((view) => view.affix || !paths.includes(view.path));
  }

  /** Pages behind other tabs are given up: they are drawn afresh when their tab is chosen. */
  forgetOthers(path: string): void {
    this.views = this.views.map((view) => (view.path === path ? view : { ...view, addresses: [] }));
  }

  /** The tab to show once these are closed: right of `path`, else left of it. */
  neighbourOf(path: string, closing: readonly string[] = [path]): TagView | undefined {
    const stays = (view: TagView) => view.path !== path && (view.affix || !closing.includes(view.path));
    const index = this.views.findIndex((view) => view.path === path);
    return this.views.slice(index + 1).find(stays) ?? this.views.slice(0, Math.max(index, 0)).findLast(stays);
  }

  /** The session ended: nothing of it stays. */
  reset(): void {
    this.views = [];
  }
}
