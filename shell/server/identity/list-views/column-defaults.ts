import type { Language } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { Audience, NamedAudience } from '../../../contract/index.ts';
import type { ColumnSetting } from '../../tables/installation.table.ts';
import type { CoreTables } from '../../tables/tables.ts';
import { type Default, defaultFor, isWithin, type Reach } from './audience.ts';
import { meantFor, namedAudience, stored, type Viewer } from './audience-names.ts';

interface FoundDefault extends Default, NamedAudience {
  readonly fields: ColumnSetting[];
}

/** Columns that people find in a list until they arrange their own. Which of several somebody meets says `defaultFor`. */
export class ColumnDefaults {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #newId: () => string;

  constructor(db: Kysely<CoreTables>, clock: Clock, newId: () => string) {
    this.#db = db;
    this.#clock = clock;
    this.#newId = newId;
  }

  /** The one that somebody meets. */
  async of(viewer: Viewer, moduleId: string): Promise<FoundDefault | undefined> {
    const rows = await this.#select(moduleId).where(meantFor(viewer, 'columns')).execute();
    return defaultFor(
      rows.map((row) => ({ ...namedAudience(row, viewer.language), fields: row.fields, roleSort: row.role_sort ?? 0, roleCode: row.role_code ?? '' })),
      viewer,
    );
  }

  /** Those that somebody may change, in the order of organisations and roles. */
  async within(reach: Reach, moduleId: string, language: Language): Promise<NamedAudience[]> {
    const rows = await this.#select(moduleId).execute();
    return rows.map((row) => namedAudience(row, language)).filter((one) => isWithin(one, reach));
  }

  /** No columns: people find those of the page. */
  async save(moduleId: string, audience: Audience, columns: readonly ColumnSetting[], userId: string): Promise<void> {
    const { org_id, role_id } = stored(audience);
    if (columns.length === 0) {
      await this.#db
        .deleteFrom('core.column_default')
        .where('module_id', '=', moduleId)
        .where('org_id', 'is not distinct from', org_id)
        .where('role_id', 'is not distinct from', role_id)
        .execute();
      return;
    }
    const changed = { fields: JSON.stringify(columns), updated_by: userId, updated_at: this.#clock.now() };
    await this.#db
      .insertInto('core.column_default')
      .values({ id: this.#newId(), module_id: moduleId, org_id, role_id, ...changed })
      .onConflict((conflict) => conflict.columns(['module_id', 'org_id', 'role_id']).doUpdateSet(changed))
      .execute();
  }

  #select(moduleId: string) {
    return this.#db
      .selectFrom('core.column_default as columns')
      .leftJoin('core.org as org', 'org.id', 'columns.org_id')
      .leftJoin('core.role as role', 'role.id', 'columns.role_id')
      .select([
        'columns.fields',
        'columns.org_id',
        'columns.role_id',
        'org.full_name as org_name',
        'role.full_name as role_name',
        'role.sort_code as role_sort',
        'role.en_code as role_code',
      ])
      .where('columns.module_id', '=', moduleId)
      .orderBy('org.sort_code')
      .orderBy('org.id')
      .orderBy('role.sort_code')
      .orderBy('role.en_code');
  }
}
