import type { MenuWire, OwnRights, PermissionEntry, RightNode } from '../../../contract/index.ts';

type ItemKind = 'column' | 'button' | 'form' | 'resource';

const nodeOf = (menu: MenuWire, children: RightNode[]): RightNode => ({
  id: menu.id,
  parentId: menu.parentId,
  fullName: menu.fullName,
  icon: menu.icon,
  sortCode: menu.sortCode,
  moduleId: menu.id,
  hasChildren: children.length > 0,
  isLeaf: children.length === 0,
  num: children.length,
  children: children.length > 0 ? children : null,
});

const leafOf = (menu: MenuWire, item: { readonly id: string; readonly fullName: string }, sortCode: number): RightNode => ({
  id: item.id,
  parentId: menu.id,
  fullName: item.fullName,
  icon: '',
  sortCode,
  moduleId: menu.id,
  hasChildren: false,
  isLeaf: true,
  num: 0,
  children: null,
});

/** What a person may do as trees: menus as they see them, and per kind the menus that hold something of it. */
export function ownRights(menus: readonly MenuWire[], permissions: readonly PermissionEntry[]): OwnRights {
  const byMenu = new Map(permissions.map((entry) => [entry.modelId, entry]));
  const modules = (list: readonly MenuWire[]): RightNode[] => list.map((menu) => nodeOf(menu, modules(menu.children ?? [])));
  const holding = (list: readonly MenuWire[], kind: ItemKind): RightNode[] =>
    list.flatMap((menu) => {
      const items = (byMenu.get(menu.id)?.[kind] ?? []).map((item, at) => leafOf(menu, item, at));
      const children = [...items, ...holding(menu.children ?? [], kind)];
      return children.length > 0 ? [nodeOf(menu, children)] : [];
    });
  return {
    module: modules(menus),
    column: holding(menus, 'column'),
    button: holding(menus, 'button'),
    form: holding(menus, 'form'),
    resource: holding(menus, 'resource'),
  };
}
