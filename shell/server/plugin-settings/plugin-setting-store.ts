import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { SetValue, SetValues } from '../tables/plugin.table.ts';
import type { CoreTables } from '../tables/tables.ts';

const STALE = 'core.setting-stale';

/** Values of the page of plugin settings, as all servers of the database see them. `orgId` is `''` for those of the installation. */
export class PluginSettingStore {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  /** Values by name; it asks the database each time. */
  async of(pluginId: string, orgId: string): Promise<SetValues> {
    return (await this.read(pluginId, orgId)).values;
  }

  /** Version 0: nobody has set anything. */
  async read(pluginId: string, orgId: string): Promise<{ readonly values: SetValues; readonly version: number }> {
    const row = await this.#row(pluginId, orgId).executeTakeFirst();
    return { values: row?.set_values ?? {}, version: row?.version ?? 0 };
  }

  /** What is set for a plugin at the installation (`''`) and at organisations. */
  async all(pluginId: string): Promise<readonly { readonly orgId: string; readonly values: SetValues }[]> {
    const rows = await this.#db
      .selectFrom('core.plugin_setting')
      .select(['org_id', 'set_values'])
      .where('plugin_id', '=', pluginId)
      .orderBy('org_id')
      .execute();
    return rows.map(({ org_id, set_values }) => ({ orgId: org_id, values: set_values }));
  }

  /** How many values are set, by plugin, at the installation and the given organisations. */
  async counts(orgIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    // rows: counted alone, at the places that the caller may set
    const rows = await this.#db
      .selectFrom('core.plugin_setting')
      .select(['plugin_id', 'set_values'])
      .where('org_id', 'in', [...orgIds])
      .execute();
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row.plugin_id, (counts.get(row.plugin_id) ?? 0) + Object.keys(row.set_values).length);
    return counts;
  }

  /**
   * Sets values, and gives others back to their default (null). Runs in the transaction of the call; who saves at the same moment waits for it.
   * @param version that the caller read
   * @returns all values before and after
   * @throws AppError `core.setting-stale` (409) when somebody saved since
   */
  async save(
    { pluginId, orgId, version }: { readonly pluginId: string; readonly orgId: string; readonly version: number },
    changes: Readonly<Record<string, SetValue | null>>,
  ): Promise<{ readonly before: SetValues; readonly after: SetValues }> {
    const row = await this.#row(pluginId, orgId).forUpdate().executeTakeFirst();
    assertVersion(row?.version ?? 0, version, STALE);
    const before: SetValues = row?.set_values ?? {};
    const kept = Object.entries({ ...before, ...changes }).filter((entry): entry is [string, SetValue] => entry[1] !== null);
    const after = Object.fromEntries(kept);
    const next = { set_values: JSON.stringify(after), version: version + 1 };
    if (row) {
      await this.#db.updateTable('core.plugin_setting').set(next).where('plugin_id', '=', pluginId).where('org_id', '=', orgId).execute();
    } else {
      const { numInsertedOrUpdatedRows } = await this.#db
        .insertInto('core.plugin_setting')
        .values({ plugin_id: pluginId, org_id: orgId, ...next })
        .onConflict((conflict) => conflict.columns(['plugin_id', 'org_id']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new AppError(STALE, { code: EnvelopeCode.Conflict });
    }
    return { before, after };
  }

  #row(pluginId: string, orgId: string) {
    return this.#db.selectFrom('core.plugin_setting').select(['set_values', 'version']).where('plugin_id', '=', pluginId).where('org_id', '=', orgId);
  }
}
