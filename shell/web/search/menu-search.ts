import Fuse from 'fuse.js/basic';
import type { RouteEntry, RouteMeta } from '../router/route-table.ts';

/** Options of the fuzzy search (spec 9, menu search). */
export const SEARCH_THRESHOLD = 0.4;
export const TITLE_WEIGHT = 0.7;
export const PATH_WEIGHT = 0.3;
/** Longer patterns are cut: more letters than this never made a menu easier to find. */
export const MAX_PATTERN_LENGTH = 32;
/** Rows of the list: what fits without scrolling for long. */
const MAX_RESULTS = 20;

export interface SearchEntry {
  readonly route: RouteEntry;
  /** Translated titles from the outermost directory to the page. */
  readonly titles: readonly string[];
  readonly path: string;
}

/** Non-hidden routes that open something (spec 2.4 menu search; spec 6: hidden routes are excluded). */
export function searchEntries(routes: readonly RouteEntry[], title: (meta: RouteMeta) => string): SearchEntry[] {
  return routes
    .filter((route) => !route.hidden && route.mode !== 'none')
    .map((route) => ({ route, titles: [...route.parents, route.meta].map(title), path: route.path }));
}

/** How a result is shown: `A > B`. */
export const resultLabel = (entry: SearchEntry): string => entry.titles.join(' > ');

/** Makes the search over a fixed set of entries; best match first. */
export function createMenuSearch(entries: readonly SearchEntry[]): (pattern: string) => readonly SearchEntry[] {
  const fuse = new Fuse(entries, {
    shouldSort: true,
    threshold: SEARCH_THRESHOLD,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
    keys: [
      { name: 'titles', weight: TITLE_WEIGHT, getFn: (entry) => [...entry.titles] },
      { name: 'path', weight: PATH_WEIGHT },
    ],
  });
  return (pattern) => {
    const text = pattern.trim().slice(0, MAX_PATTERN_LENGTH).trim();
    return text === '' ? [] : fuse.search(text, { limit: MAX_RESULTS }).map((result) => result.item);
  };
}
