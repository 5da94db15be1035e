import { MenuType } from '@nephra/plugin-sdk/contract';
import type { MenuItem, RouteEntry } from '../../router/route-table.ts';

const isDirectory = (item: MenuItem): boolean => item.type === MenuType.Directory;

/** What navigation draws: no hidden entries, and no directory that would open to nothing. */
export function visibleMenu(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.flatMap((item) => {
    if (item.hidden) return [];
    const children = visibleMenu(item.children ?? []);
    if (isDirectory(item) && children.length === 0) return [];
    return [children.length === (item.children ?? []).length ? item : { ...item, children }];
  });
}

/** Entries from the top level down to the one that fits; empty when none does. */
function trailTo(items: readonly MenuItem[], fits: (item: MenuItem) => boolean): readonly MenuItem[] {
  for (const item of items) {
    if (fits(item)) return [item];
    const below = trailTo(item.children ?? [], fits);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

/**
 * The open entry of a route with all directories above it, found by the route's modelId (spec 4, top menu). A route that no menu made
 * (profile, message centre) has no trail.
 */
export function menuTrail(items: readonly MenuItem[], route: RouteEntry): readonly MenuItem[] {
  const { modelId } = route.meta;
  return modelId === undefined ? trailTo(items, (item) => item.path === route.path) : trailTo(items, (item) => item.id === modelId);
}

/** Children that the left side of the blend layout shows for a top entry: only directories have any (spec 4, type 1). */
export const leftMenuOf = (top: MenuItem | undefined): readonly MenuItem[] => (top !== undefined && isDirectory(top) ? (top.children ?? []) : []);
