import { MenuType, withoutTrailing } from '@nephra/plugin-sdk/contract';
import { readProperties } from './menu-routes.ts';
import type { MenuItem } from './route-table.ts';

const TOKEN = /\$\{jnpfToken\}/g;
const DASHBOARD = /\$\{dataV\}/g;

/** Outside address of an entry of type 6 or 7, before a ticket is put in. */
export interface OutsideAddress {
  /** Where the ticket will be good; the host it is bound to. */
  readonly target: string;
  readonly needsTicket: boolean;
  /** The address with the ticket (empty when none is needed). */
  fill(ticket: string): string;
}

/**
 * Address that a menu entry of type 6 (dashboard) or 7 (external link) leads to; undefined when it is not an http address.
 * What goes into an address is a one-time ticket, never the session's token.
 */
export function outsideAddress(item: MenuItem, hosts: { readonly dashboardHost: string }): OutsideAddress | undefined {
  const template = templateOf(item, hosts.dashboardHost);
  const target = template.replace(TOKEN, '');
  if (!isHttp(target)) return undefined;
  return {
    target,
    needsTicket: template !== target,
    fill: (ticket) => template.replace(TOKEN, encodeURIComponent(ticket)),
  };
}

function templateOf(item: MenuItem, dashboardHost: string): string {
  const host = withoutTrailing(dashboardHost, '/');
  if (item.type !== MenuType.Dashboard) return item.urlAddress.replace(DASHBOARD, host);
  const { moduleId = '' } = readProperties(item.propertyJson);
  return `${host}/view/${encodeURIComponent(moduleId)}?token=\${jnpfToken}`;
}

function isHttp(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
