import type { Frames, PluginManifest, Route } from '@nephra/plugin-sdk/contract';
import { routeShape } from '../http/route-table.ts';
import { GREETING } from '../socket/frames/bound-frame.ts';
import { PluginProblem } from './views/reason.ts';

type Kind = 'menu' | 'menu-prefix' | 'page' | 'menu-type' | 'permission' | 'route' | 'schema' | 'service' | 'frame' | 'field-kind';

export interface Claim {
  readonly kind: Kind;
  readonly what: string;
}

/** The extension point that a plugin fills which adds a kind of field; a kind is drawn, and so owned, by one. */
const FIELD_KIND = /^record\/kind\.(.+)@\d+$/;

/** What a manifest claims before any code runs. */
export const manifestClaims = ({ contributes }: PluginManifest): Claim[] => [
  ...contributes.menus.map((menu): Claim => ({ kind: 'menu', what: menu.enCode })),
  ...(contributes.menuClaims ?? []).map(({ prefix }): Claim => ({ kind: 'menu-prefix', what: prefix })),
  ...contributes.pages.map((page): Claim => ({ kind: 'page', what: page })),
  ...contributes.menuTypes.map((type): Claim => ({ kind: 'menu-type', what: String(type) })),
  ...contributes.permissions.map((permission): Claim => ({ kind: 'permission', what: permission.enCode })),
  ...contributes.slots.flatMap(({ point }): Claim[] => {
    const [, what] = FIELD_KIND.exec(point) ?? [];
    return what === undefined ? [] : [{ kind: 'field-kind', what }];
  }),
];

export const routeClaim = (route: Pick<Route, 'method' | 'path'>): Claim => ({ kind: 'route', what: `${route.method} ${route.path}` });

/** Names on the wire, in either direction. */
export const frameClaims = ({ hears, pushes }: Pick<Frames, 'hears' | 'pushes'>): Claim[] =>
  [...Object.keys(hears).filter((name) => name !== GREETING), ...Object.keys(pushes)].map((what): Claim => ({ kind: 'frame', what }));

/** Menu codes, their beginnings and permission codes share one name space: all are what a route's `need` names. A beginning has a dot at its end, a code has none. */
const keyOf = ({ kind, what }: Claim): string => {
  if (kind === 'route') {
    const [method = '', path = ''] = what.split(' ');
    return `route ${routeShape(method, path)}`;
  }
  return kind === 'permission' || kind === 'menu-prefix' ? `menu ${what}` : `${kind} ${what}`;
};

/** Owner of everything that the product itself brings. */
export const SHELL = 'shell';
/** Services under this name are the shell's, also those that it will have one day. */
const SHELL_SERVICES = 'core.';

const isBeginning = (key: string): boolean => key.endsWith('.');

/** Beginnings under which a menu key may stand: `menu a.b.c` → `menu a.`, `menu a.b.`. */
function* beginningsOf(key: string): Generator<string> {
  for (let dot = key.indexOf('.'); dot >= 0 && dot < key.length - 1; dot = key.indexOf('.', dot + 1)) yield key.slice(0, dot + 1);
}

/** Who owns what. The first owner keeps it; a second claim is refused with a sentence that names both. */
export class ClaimBook {
  readonly #owners = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();
  readonly #contracts = new Map<string, string>();

  /** @throws PluginProblem `conflict`; nothing of these claims is entered then. */
  enter(pluginId: string, claims: readonly Claim[]): void {
    for (const claim of claims) {
      const owner = this.#ownerOf(pluginId, claim);
      if (owner !== undefined && owner !== pluginId) {
        const kind = claim.kind === 'menu-prefix' ? 'menu' : claim.kind;
        throw new PluginProblem('conflict', `conflict-${kind}`, { what: claim.what, owner, plugin: pluginId });
      }
    }
    const keys = this.#keys.get(pluginId) ?? new Set();
    this.#keys.set(pluginId, keys);
    for (const claim of claims) {
      const key = keyOf(claim);
      this.#owners.set(key, pluginId);
      keys.add(key);
    }
  }

  /** Whoever has what is claimed; of menus also whoever has an entry below a claimed beginning, or a beginning above. */
  #ownerOf(pluginId: string, claim: Claim): string | undefined {
    if (claim.kind === 'service' && claim.what.startsWith(SHELL_SERVICES)) return SHELL;
    const mine = keyOf(claim);
    if (!mine.startsWith('menu ')) return this.#owners.get(mine);
    const another = (key: string): string | undefined => {
      const owner = this.#owners.get(key);
      return owner === pluginId ? undefined : owner;
    };
    const same = another(mine);
    if (same !== undefined) return same;
    for (const beginning of beginningsOf(mine)) {
      const above = another(beginning);
      if (above !== undefined) return above;
    }
    // Few plugins claim a beginning; only for these are all entries looked at.
    if (isBeginning(mine)) for (const [key, owner] of this.#owners) if (owner !== pluginId && key.startsWith(mine)) return owner;
    return undefined;
  }

  /** Contracts that no package may have the name of: acts stand under it in the log of audit, and some of the shell are answered in a locked session. */
  keepContracts(owner: string, names: readonly string[]): void {
    for (const name of names) this.#contracts.set(name, owner);
  }

  /** @throws PluginProblem `conflict` for a package from outside whose contract is called like one of these */
  assertContracts(pluginId: string, names: readonly string[]): void {
    for (const what of names) {
      const owner = this.#contracts.get(what);
      if (owner !== undefined && owner !== pluginId) throw new PluginProblem('conflict', 'conflict-contract', { what, owner, plugin: pluginId });
    }
  }

  /** The plugin that keeps its tables in a schema. */
  ownerOfSchema(schema: string): string | undefined {
    return this.#owners.get(keyOf({ kind: 'schema', what: schema }));
  }

  leave(pluginId: string): void {
    for (const key of this.#keys.get(pluginId) ?? []) if (this.#owners.get(key) === pluginId) this.#owners.delete(key);
    this.#keys.delete(pluginId);
  }
}
