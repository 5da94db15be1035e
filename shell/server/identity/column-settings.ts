import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Kysely } from 'kysely';
import type { ColumnSetting } from '../tables/installation.table.ts';
import type { CoreTables } from '../tables/tables.ts';

const MAX_COLUMNS = 200;

/** Reads the JSON text of the wire. @throws AppError `core.bad-columns` */
export function parseColumns(text: string): ColumnSetting[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  const bad = () => new AppError('core.bad-columns', { code: EnvelopeCode.Invalid });
  if (!Array.isArray(parsed) || parsed.length > MAX_COLUMNS) throw bad();
  return parsed.map((row: unknown) => {
    const { prop, label, visible } = (row ?? {}) as Record<string, unknown>;
    if (typeof prop !== 'string' || prop.length > 100 || typeof visible !== 'boolean' || text.includes('\\u0000')) throw bad();
    return { prop, label: typeof label === 'string' ? label.slice(0, 100) : prop, visible };
  });
}

/** Which columns of a list a user wants to see, in which order (spec 2.6: column-settings drawer). */
export class ColumnSettings {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async of(userId: string, moduleId: string): Promise<ColumnSetting[]> {
    const row = await this.#db
      .selectFrom('core.column_setting')
      .select('fields')
      .where('user_id', '=', userId)
      .where('module_id', '=', moduleId)
      .executeTakeFirst();
    return row?.fields ?? [];
  }

  /** An empty list goes back to the page's own columns. */
  async save(userId: string, moduleId: string, columns: readonly ColumnSetting[]): Promise<void> {
    const fields = JSON.stringify(columns);
    await this.#db
      .insertInto('core.column_setting')
      .values({ user_id: userId, module_id: moduleId, fields })
      .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doUpdateSet({ fields }))
      .execute();
  }
}
