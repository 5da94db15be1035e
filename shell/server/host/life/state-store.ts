import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely, Updateable } from 'kysely';
import { pluginStateTable, type StoredState } from '../../tables/plugin.table.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { LivePlugin } from './live-plugin.ts';

export const routeNames = (live: LivePlugin): string[] => live.routes.map(({ route }) => `${route.method} ${route.path}`);

export class StateStore {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async all(): Promise<Map<string, StoredState>> {
    const rows = await pluginStateTable.everywhere({ db: this.#db }, 'plugins belong to the installation').execute();
    return new Map(rows.map((row) => [row.pluginId, row]));
  }

  /** Notes a start; the version before stays known as the one to fall back to. Writes nothing when nothing changed. */
  async started(live: LivePlugin, stored: StoredState | undefined): Promise<void> {
    const routes = routeNames(live);
    const { dirName, manifest } = live.found;
    if (stored?.dirName === dirName && stored.routes.join() === routes.join()) return;
    const changed = stored !== undefined && stored.dirName !== dirName && stored.dirName !== '';
    const values = {
      version: manifest.version,
      dir_name: dirName,
      routes: JSON.stringify(routes),
      updated_at: this.#clock.now(),
      ...(changed ? { previous_version: stored.version, previous_dir_name: stored.dirName } : {}),
    };
    await this.#upsert(live.id, values);
  }

  async shown(live: LivePlugin, menu_stamp: string): Promise<void> {
    await this.#upsert(live.id, { menu_stamp });
  }

  /** Its menus are hidden: the next start has to show them again. */
  async hidden(pluginId: string): Promise<void> {
    await this.#db.updateTable('core.plugin_state').set({ menu_stamp: '' }).where('plugin_id', '=', pluginId).execute();
  }

  async demoLoaded(pluginId: string): Promise<void> {
    await this.#upsert(pluginId, { demo_loaded: true });
  }

  async #upsert(plugin_id: string, values: Omit<Updateable<CoreTables['core.plugin_state']>, 'plugin_id'>): Promise<void> {
    await this.#db
      .insertInto('core.plugin_state')
      .values({ version: '', dir_name: '', updated_at: this.#clock.now(), ...values, plugin_id })
      .onConflict((conflict) => conflict.column('plugin_id').doUpdateSet(values))
      .execute();
  }
}
