import type { Frames, PluginManifest, Route } from '@nephra/plugin-sdk/contract';
import { routeShape } from '../http/route-table.ts';
import { GREETING } from '../socket/frames/bound-frame.ts';
import { PluginProblem } from './views/reason.ts';

type Kind = 'menu' | 'page' | 'menu-type' | 'permission' | 'route' | 'schema' | 'service' | 'frame';

export interface Claim {
  readonly kind: Kind;
  readonly what: string;
}

/** What a manifest claims before any code runs. */
export const manifestClaims = ({ contributes }: PluginManifest): Claim[] => [
  ...contributes.menus.map((menu): Claim => ({ kind: 'menu', what: menu.enCode })),
  ...contributes.pages.map((page): Claim => ({ kind: 'page', what: page })),
  ...contributes.menuTypes.map((type): Claim => ({ kind: 'menu-type', what: String(type) })),
  ...contributes.permissions.map((permission): Claim => ({ kind: 'permission', what: permission.enCode })),
];

export const routeClaim = (route: Pick<Route, 'method' | 'path'>): Claim => ({ kind: 'route', what: `${route.method} ${route.path}` });

/** Names on the wire, in either direction. */
export const frameClaims = ({ hears, pushes }: Pick<Frames, 'hears' | 'pushes'>): Claim[] =>
  [...Object.keys(hears).filter((name) => name !== GREETING), ...Object.keys(pushes)].map((what): Claim => ({ kind: 'frame', what }));

/** Menu codes and permission codes share one name space: both are what a route's `need` names. */
const keyOf = ({ kind, what }: Claim): string => {
  if (kind === 'route') {
    const [method = '', path = ''] = what.split(' ');
    return `route ${routeShape(method, path)}`;
  }
  return kind === 'permission' ? `menu ${what}` : `${kind} ${what}`;
};

/** Owner of everything that the product itself brings. */
export const SHELL = 'shell';
/** Services under this name are the shell's, also those that it will have one day. */
const SHELL_SERVICES = 'core.';

/** Who owns what. The first owner keeps it; a second claim is refused with a sentence that names both. */
export class ClaimBook {
  readonly #owners = new Map<string, string>();

  /** @throws PluginProblem `conflict`; nothing of these claims is entered then. */
  enter(pluginId: string, claims: readonly Claim[]): void {
    for (const claim of claims) {
      const owner = claim.kind === 'service' && claim.what.startsWith(SHELL_SERVICES) ? SHELL : this.#owners.get(keyOf(claim));
      if (owner !== undefined && owner !== pluginId)
        throw new PluginProblem('conflict', `conflict-${claim.kind}`, { what: claim.what, owner, plugin: pluginId });
    }
    for (const claim of claims) this.#owners.set(keyOf(claim), pluginId);
  }

  /** The plugin that keeps its tables in a schema. */
  ownerOfSchema(schema: string): string | undefined {
    return this.#owners.get(keyOf({ kind: 'schema', what: schema }));
  }

  leave(pluginId: string): void {
    for (const [key, owner] of this.#owners) if (owner === pluginId) this.#owners.delete(key);
  }
}
