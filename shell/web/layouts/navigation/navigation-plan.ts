import type { LayoutType } from '../../session/settings.store.ts';

/** What stands at the left: nothing, the tree, a folded column of icons, the titled icons of the plain layout, or the phone's overlay. */
export type SidebarKind = 'none' | 'tree' | 'folded' | 'plain' | 'overlay' | 'overlay-closed';

export interface NavigationPlan {
  readonly sidebar: SidebarKind;
  /** Top menu: none, floating its directories (functional), or handing them to the left menu (blend). */
  readonly top: 'none' | 'float' | 'pick';
  /** The sidebar shows only the children of the active top entry. */
  readonly leftOnly: boolean;
  readonly foldable: boolean;
  readonly brandAt: 'sidebar' | 'navbar';
}

/** Where navigation stands in each layout (spec 2.4). On a phone all layouts become one: the whole tree in an overlay (spec 4, sidebar). */
export function navigationPlan(layout: LayoutType, device: 'desktop' | 'mobile', opened: boolean): NavigationPlan {
  if (device === 'mobile') return { sidebar: opened ? 'overlay' : 'overlay-closed', top: 'none', leftOnly: false, foldable: true, brandAt: 'sidebar' };
  switch (layout) {
    case 'functional':
      return { sidebar: 'none', top: 'float', leftOnly: false, foldable: false, brandAt: 'navbar' };
    case 'blend':
      return { sidebar: opened ? 'tree' : 'folded', top: 'pick', leftOnly: true, foldable: true, brandAt: 'navbar' };
    case 'plain':
      return { sidebar: 'plain', top: 'none', leftOnly: false, foldable: false, brandAt: 'sidebar' };
    default:
      return { sidebar: opened ? 'tree' : 'folded', top: 'none', leftOnly: false, foldable: true, brandAt: 'sidebar' };
  }
}
