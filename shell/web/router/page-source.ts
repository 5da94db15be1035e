import { MenuType } from '@nephra/plugin-sdk/contract';
import type { Contribution } from '../plugins/contribution-key.ts';
import type { PluginForBrowser } from '../../contract/index.ts';
import { fixedDrawing, PAGE_OWNERS } from './fixed-routes.ts';
import type { RouteEntry } from './route-table.ts';

/** Who draws a route. */
export type PageSource =
  /** A page of the shell, by route name or menu enCode. */
  | { readonly kind: 'shell'; readonly code: string }
  | { readonly kind: 'plugin'; readonly pluginId: string; readonly part: Contribution }
  /** An outside address in a frame. */
  | { readonly kind: 'outside' }
  /** Nobody in this session; `owner` is the plugin that brings it, when it is known. */
  | { readonly kind: 'missing'; readonly owner: string };

export function pageSource(
  route: RouteEntry,
  shellPages: ReadonlySet<string>,
  pageOwner: (part: { enCode: string; type?: number }) => PluginForBrowser | undefined,
): PageSource {
  const { menu } = route;
  if (menu === undefined) {
    if (fixedDrawing(route.path) !== 'plugin') return { kind: 'shell', code: route.name };
    const plugin = pageOwner({ enCode: route.name });
    return plugin === undefined
      ? { kind: 'missing', owner: PAGE_OWNERS[route.name] ?? '' }
      : { kind: 'plugin', pluginId: plugin.id, part: { kind: 'page', enCode: route.name } };
  }
  if (route.mode === 'frame' || route.mode === 'window') return { kind: 'outside' };
  if (shellPages.has(menu.enCode)) return { kind: 'shell', code: menu.enCode };
  const plugin = pageOwner(menu.type === MenuType.Page ? { enCode: menu.enCode } : { enCode: menu.enCode, type: menu.type });
  if (plugin === undefined) return { kind: 'missing', owner: PAGE_OWNERS[menu.type] ?? '' };
  const byCode = plugin.pages.includes(menu.enCode);
  return { kind: 'plugin', pluginId: plugin.id, part: byCode ? { kind: 'page', enCode: menu.enCode } : { kind: 'menuType', type: menu.type } };
}
