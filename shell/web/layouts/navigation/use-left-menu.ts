import { useEffect } from 'react';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { leftMenuOf } from './menu-tree.ts';
import type { Navigation } from './use-navigation.ts';

export interface LeftMenu {
  /** Active top entry. */
  readonly activeId: string | undefined;
  readonly items: readonly MenuItem[];
  readonly pick: (item: MenuItem) => void;
}

/**
 * Left side of the blend layout. A click on a type-1 top entry sets it to that entry's children; a route change sets it by the route's
 * modelId (spec 4, top menu). A page outside the menu leaves it as it was; before anything was chosen the first directory stands there.
 */
export function useLeftMenu({ items, trail }: Navigation): LeftMenu {
  const { session } = useShell();
  const [top] = trail;
  const first = items.find((item) => leftMenuOf(item).length > 0);
  const ofRoute = leftMenuOf(top);
  const wanted = ofRoute.length > 0 ? ofRoute : undefined;
  const topId = top?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another route or another menu list moves the left menu
  useEffect(() => {
    if (wanted !== undefined) session.setLeftMenu(wanted);
  }, [topId, session.menuList]);

  const shown = session.leftMenuList.length > 0 ? session.leftMenuList : leftMenuOf(first);
  const shownTop = items.find((item) => sameMenu(leftMenuOf(item), shown));
  return {
    activeId: wanted === undefined ? (topId ?? shownTop?.id) : shownTop?.id,
    items: shown,
    pick: (item) => session.setLeftMenu(leftMenuOf(item)),
  };
}

const sameMenu = (a: readonly MenuItem[], b: readonly MenuItem[]): boolean => a.length > 0 && a.length === b.length && a[0]?.id === b[0]?.id;
