import { MenuType } from '@nephra/plugin-sdk/contract';
import type { MenuWire } from '../../contract/index.ts';
import { RESERVED_PATHS } from './fixed-routes.ts';
import type { MenuItem, OpenMode, RouteEntry, RouteMeta } from './route-table.ts';

export interface MenuRoutes {
  readonly menus: readonly MenuItem[];
  readonly routes: readonly RouteEntry[];
  /** Entries left out because another one has their address. For the log: the hospital sees the first one only. */
  readonly clashes: readonly string[];
}

/** propertyJson of a menu entry; text that is no object counts as empty. */
export function readProperties(propertyJson: string): { readonly moduleId?: string; readonly isTree?: boolean } {
  try {
    const value: unknown = JSON.parse(propertyJson);
    if (typeof value !== 'object' || value === null) return {};
    const { moduleId, isTree } = value as { moduleId?: unknown; isTree?: unknown };
    return {
      ...(typeof moduleId === 'string' || typeof moduleId === 'number' ? { moduleId: String(moduleId) } : {}),
      ...(isTree === undefined || isTree === null ? {} : { isTree: isTree === true || isTree === 1 || isTree === '1' }),
    };
  } catch {
    return {};
  }
}

const rooted = (address: string): string => `/${address.replace(/^\/+/, '')}`;
const slashed = (enCode: string): string => enCode.replaceAll('.', '/');

/** Address of an entry by its type (spec 2.2). */
export function menuPath(menu: Pick<MenuWire, 'type' | 'enCode' | 'urlAddress' | 'linkTarget'>): string {
  if (menu.type === MenuType.Directory || menu.type === MenuType.ExternalLink) return rooted(menu.enCode);
  const [path = ''] = (menu.urlAddress ?? '').split('?');
  return rooted(path === '' ? slashed(menu.enCode) : path);
}

export function openMode(menu: Pick<MenuWire, 'type' | 'linkTarget'>): OpenMode {
  if (menu.type === MenuType.Directory) return 'none';
  if (menu.type === MenuType.Dashboard) return 'window';
  if (menu.type === MenuType.ExternalLink) return menu.linkTarget === '_self' ? 'frame' : 'window';
  return 'page';
}

/** The query part of a type-2 address: the page gets it, the route does not. */
function addressQuery(menu: MenuWire): Readonly<Record<string, string>> | undefined {
  const mark = menu.type === MenuType.Page ? menu.urlAddress.indexOf('?') : -1;
  return mark < 0 ? undefined : Object.fromEntries(new URLSearchParams(menu.urlAddress.slice(mark + 1)));
}

const MODEL_TYPES: readonly number[] = [MenuType.DynamicModel, MenuType.Dictionary, MenuType.DataReport, MenuType.Portal];

function metaOf(menu: MenuWire): RouteMeta {
  return {
    title: menu.named ? menu.fullName : `route.${menu.enCode.replaceAll('.', '-')}`,
    zhTitle: menu.fullName,
    icon: menu.iconName || 'page',
    modelId: menu.id,
  };
}

/** Turns the server's menu tree into what navigation draws and what the router serves. Pure. */
export function translateMenus(menuList: readonly MenuWire[]): MenuRoutes {
  const routes: RouteEntry[] = [];
  const clashes: string[] = [];
  const taken = new Set(RESERVED_PATHS);

  const translate = (menu: MenuWire, parents: readonly RouteMeta[]): MenuItem | undefined => {
    const mode = openMode(menu);
    const path = menuPath(menu);
    const meta = metaOf(menu);
    if (mode !== 'none') {
      if (taken.has(path)) {
        clashes.push(`${menu.enCode}: ${path}`);
        return undefined;
      }
      taken.add(path);
    }
    const children = (menu.children ?? []).flatMap((child) => translate(child, [...parents, meta]) ?? []);
    // A directory in which nothing is left to open would be a dead end.
    if (mode === 'none' && !children.some((child) => !child.hidden)) return undefined;
    const item: MenuItem = {
      id: menu.id,
      parentId: menu.parentId,
      type: menu.type as MenuItem['type'],
      enCode: menu.enCode,
      fullName: menu.fullName,
      urlAddress: menu.urlAddress ?? '',
      icon: meta.icon,
      linkTarget: menu.linkTarget ?? '',
      propertyJson: menu.propertyJson ?? '',
      hasChildren: children.length > 0,
      children: children.length > 0 ? children : null,
      path,
      hidden: false,
      vueName: menu.enCode.replaceAll('.', '-'),
      meta,
    };
    const query = addressQuery(menu);
    routes.push({
      path,
      name: item.vueName,
      meta,
      hidden: mode === 'none',
      mode,
      parents,
      menu: item,
      type: item.type,
      ...(query === undefined ? {} : { query }),
      ...(MODEL_TYPES.includes(menu.type) ? readProperties(item.propertyJson) : {}),
    });
    return item;
  };

  const menus = menuList.flatMap((menu) => translate(menu, []) ?? []);
  return { menus, routes, clashes };
}

/** First page below a directory: where an address of a directory leads. */
export function firstPage(items: readonly MenuItem[] | null): MenuItem | undefined {
  for (const item of items ?? []) {
    if (item.hidden) continue;
    const mode = openMode(item);
    const found = mode === 'none' ? firstPage(item.children) : mode === 'window' ? undefined : item;
    if (found) return found;
  }
  return undefined;
}
