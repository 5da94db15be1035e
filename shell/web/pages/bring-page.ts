import type { PluginHostStore } from '../plugins/plugin-host.ts';
import { pageSource } from '../router/page-source.ts';
import type { RouteEntry } from '../router/route-table.ts';
import { SHELL_PAGE_CODES } from './shell-pages.tsx';

/**
 * Brings the code of the page that is about to be drawn while the frame around it still is. A failure is left to the page: it asks again and says what
 * is wrong.
 */
export function bringPage(route: RouteEntry | undefined, host: Pick<PluginHostStore, 'bring' | 'pageOwner'>): void {
  if (route?.menu === undefined) return;
  const source = pageSource(route, SHELL_PAGE_CODES, (part) => host.pageOwner(part));
  if (source.kind === 'plugin') host.bring(source.pluginId, source.part, true).catch(() => undefined);
}
