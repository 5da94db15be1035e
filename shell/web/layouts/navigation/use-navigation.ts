import { useMemo } from 'react';
import { MenuType } from '@nephra/plugin-sdk/contract';
import type { MenuItem, RouteEntry, Visit } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { menuTrail, visibleMenu } from './menu-tree.ts';

/** Fixed pages that stand in navigation before what the menu brings. */
const LISTED_FIXED = '/home';

const asMenuItem = (route: RouteEntry): MenuItem => ({
  id: route.path,
  parentId: '',
  type: MenuType.Page,
  enCode: route.name,
  fullName: route.meta.zhTitle,
  urlAddress: '',
  icon: route.meta.icon,
  linkTarget: '_self',
  propertyJson: '',
  hasChildren: false,
  path: route.path,
  hidden: false,
  vueName: route.name,
  meta: route.meta,
  children: null,
});

export interface Navigation {
  /** Top level of the navigation, home first. */
  readonly items: readonly MenuItem[];
  /** The open entry and the directories above it, outermost first. */
  readonly trail: readonly MenuItem[];
}

/** Navigation of the visit that is shown. Call inside an `observer`. */
export function useNavigation(visit: Visit): Navigation {
  const { session, router } = useShell();
  const home = router.find(LISTED_FIXED);
  const { menuList } = session;
  // The same entries at every visit: what is drawn of them stands.
  const items = useMemo(() => [...(home === undefined || home.hidden ? [] : [asMenuItem(home)]), ...visibleMenu(menuList)], [home, menuList]);
  return { items, trail: menuTrail(items, visit.route) };
}
