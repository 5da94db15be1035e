import type { BoundRoute } from '../http/pipeline/bound-route.ts';
import { type RouteMatch, RouteTable } from '../http/route-table.ts';
import { PluginUnavailable } from './views/plugin-unavailable.ts';
import type { RegisteredPlugin } from './life/registered-plugin.ts';
import type { StoredState } from '../tables/plugin.table.ts';

type TableEntry = BoundRoute | { readonly refusal: PluginUnavailable };

/**
 * Routes of one revision. Routes of plugins that cannot run are known from their package and their last start, so callers learn why. Of one
 * that an administrator switched off there is no trace: its routes answer like any that never was.
 */
export class RevisionRoutes {
  readonly #table = new RouteTable<TableEntry>();

  constructor(routes: readonly BoundRoute[], plugins: readonly RegisteredPlugin[], stored: ReadonlyMap<string, StoredState>) {
    for (const bound of routes) this.#table.add(bound.route.method, bound.route.path, bound);
    for (const { entry, state, reason, live, routes: declared } of plugins) {
      if (live || state === 'disabled' || !reason) continue;
      const refusal = new PluginUnavailable(entry.id, reason);
      for (const name of new Set([...(stored.get(entry.id)?.routes ?? []), ...declared])) {
        const [method = '', path = ''] = name.split(' ');
        try {
          this.#table.add(method, path, { refusal });
        } catch {
          // Another plugin answers this address by now.
        }
      }
    }
  }

  /** @throws PluginUnavailable when the route belongs to a plugin that cannot answer now. */
  find(method: string, path: string): RouteMatch<BoundRoute> | undefined {
    const match = this.#table.find(method, path);
    if (!match) return undefined;
    if ('refusal' in match.value) throw match.value.refusal;
    return { value: match.value, params: match.params };
  }
}
