import type { MenuItem, RouteEntry } from '../../router/route-table.ts';

/** Tiles of the start page at most. */
export const SHORTCUT_COUNT = 8;

const pagesOf = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.hidden ? [] : item.children === null ? [item] : pagesOf(item.children)));

/** What the person opens most, filled up with the first entries of the menu. Only entries that are still permitted. */
export function shortcuts(menus: readonly MenuItem[], favourites: readonly string[]): readonly MenuItem[] {
  const pages = pagesOf(menus);
  const liked = favourites.flatMap((path) => pages.find((page) => page.path === path) ?? []);
  return [...new Set([...liked, ...pages])].slice(0, SHORTCUT_COUNT);
}

/** Pages visited last, without the start page and what is no longer permitted. */
export function recentRoutes<T extends { readonly path: string }>(
  visited: readonly T[],
  find: (path: string) => RouteEntry | undefined,
  limit: number,
): readonly (T & { readonly route: RouteEntry })[] {
  return visited
    .flatMap((page) => {
      const route = find(page.path);
      return route?.menu === undefined ? [] : [{ ...page, route }];
    })
    .slice(0, limit);
}
