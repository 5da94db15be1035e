import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SDK_VERSION } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import type { DevelopedPlugin } from '../../../contract/plugins/plugin-development.contract.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import { packageAsks, undecided } from '../asks/package-asks.ts';
import { appliedMigrations, ledgerOf } from '../life/version-before.ts';
import type { PluginHost } from '../plugin-host.ts';
import type { PluginLogs } from '../views/plugin-logs.ts';
import type { Reports } from '../views/reports.ts';
import { sentence } from '../views/reason.ts';

export interface DevelopmentParts {
  readonly core: CoreParts;
  readonly host: PluginHost;
  readonly logs: PluginLogs;
  readonly reports: Reports;
  readonly jobs: () => { readonly known: number };
}

const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,50}$/;

/** What a vendor's command line sees of a server that is there for developing plugins. */
export class PluginDevelopment {
  readonly #parts: DevelopmentParts;

  constructor(parts: DevelopmentParts) {
    this.#parts = parts;
  }

  async look(pluginId: string, after: number, weigh: boolean): Promise<DevelopedPlugin> {
    const { core, host, logs, reports } = this.#parts;
    await host.settled();
    const plugin = host.registered(pluginId);
    const { snapshot } = host;
    const found = plugin?.manifest ?? plugin?.live?.found.manifest;
    const mayCall = core.outbound.listed(pluginId);
    const [migrations, menus, latest] = await Promise.all([
      appliedMigrations(core.db, pluginId),
      this.#menusOf(found?.contributes.menus ?? []),
      reports.latest(),
    ]);
    return {
      product: { sdk: SDK_VERSION, mode: core.config.mode, database: core.database.engine },
      state: plugin?.state ?? '',
      reason: plugin && plugin.state !== 'active' ? sentence(plugin.reason, 'en') : '',
      running: plugin?.live?.found.dirName ?? '',
      runningIntegrity: plugin?.live?.found.manifestIntegrity ?? '',
      foundIntegrity: plugin ? await host.foundIntegrity(pluginId) : '',
      fileError: host.fileError,
      revision: snapshot.revision,
      startedInMs: plugin?.live?.startedInMs ?? 0,
      log: [...logs.of(pluginId, after)],
      reports: (latest.get(pluginId) ?? []).map(({ time, where, kind, message }) => ({ time, where, kind, message })),
      menus,
      migrations,
      mayCall,
      undecided:
        plugin && found && !plugin.live?.found.builtHere ? undecided(packageAsks(found, plugin.entry, mayCall)) : { privileges: [], outbound: [], jobs: [] },
      holds: { ...holdings(weigh), jobs: this.#parts.jobs().known, routes: snapshot.routes.length },
    };
  }

  /** Drops the tables of a plugin that was not built with the product, and starts it anew. @returns what was dropped */
  async reset(pluginId: string): Promise<string[]> {
    const { core, host } = this.#parts;
    let dropped: string[] = [];
    await host.whileOff(pluginId, async () => {
      dropped = await core.database.transaction(
        async () => {
          const rows = await ledgerOf(core.db, pluginId);
          const schemas = [...new Set(rows.map(({ schemaName }) => schemaName))].filter((name) => SCHEMA_NAME.test(name));
          const tables: string[] = [];
          for (const schema of schemas) {
            const found = await sql<{ table_name: string }>`select table_name from information_schema.tables where table_schema = ${schema}`.execute(core.db);
            tables.push(...found.rows.map(({ table_name }) => `${schema}.${table_name}`));
            await core.database.script(`drop schema if exists ${schema} cascade`);
          }
          // The ledger belongs to the installation.
          await sql`delete from core.migration where plugin = ${pluginId}`.execute(core.db);
          await core.db.updateTable('core.plugin_state').set({ demo_loaded: false, menu_stamp: '' }).where('plugin_id', '=', pluginId).execute();
          return tables;
        },
        { limitMs: 0 },
      );
      core.database.schemaChanged();
    });
    return dropped.sort();
  }

  async #menusOf(menus: readonly { readonly enCode: string }[]): Promise<DevelopedPlugin['menus']> {
    if (menus.length === 0) return [];
    const codes = menus.map(({ enCode }) => enCode);
    // How many, and of whom nothing.
    const rows = await this.#parts.core.db
      .selectFrom('core.permission_grant')
      .select(({ fn }) => ['menu_code', fn.countAll<string>().as('grants')])
      .where('kind', '=', 'menu')
      .where('menu_code', 'in', codes)
      .groupBy('menu_code')
      .execute();
    return codes.map((enCode) => ({ enCode, grants: Number(rows.find(({ menu_code }) => menu_code === enCode)?.grants ?? 0) }));
  }
}

/** What the process holds. @param weigh tidies first */
function holdings(weigh: boolean): { heapBytes: number; resources: Record<string, number> } {
  if (weigh) {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
  }
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return { heapBytes: process.memoryUsage().heapUsed, resources };
}
