import { searchGrams } from '@nephra/plugin-sdk/server';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/index.ts';

/** Tables with a column `search_grams`, and what people look for in each, as SQL. */
const SEARCHED: Readonly<Record<string, readonly string[]>> = {
  org: ['full_name', 'en_code', "coalesce(property->>'shortName', '')", "coalesce(property->>'fixmedinsCode', '')"],
  department: ['full_name', 'en_code'],
  position: ['full_name', 'en_code'],
  role: ['full_name', 'en_code'],
  user_group: ['full_name', 'en_code'],
  user_account: ['real_name', 'account', 'en_code', 'mobile'],
};
const BATCH = 500;

interface Unfilled {
  readonly id: string;
  readonly texts: readonly string[];
}

/**
 * Gives search pieces to rows that have none: those of the first start, and those from before there was such a column. Made here and not
 * in the database, because reading Chinese aloud takes a dictionary. Batch by batch, so that nobody waits for a long transaction.
 * @returns how many rows were filled
 */
export async function fillSearchGrams(database: Database): Promise<number> {
  let filled = 0;
  for (const [name, columns] of Object.entries(SEARCHED)) {
    const table = sql.table(`core.${name}`);
    // By id and not by emptiness alone: a name without any letter stays empty and must not be asked for again and again.
    for (let last = '', more = true; more; ) {
      const rows = await nextBatch(database, table, columns, last);
      more = rows.length === BATCH;
      last = rows.at(-1)?.id ?? '';
      if (rows.length === 0) continue;
      const grams = JSON.stringify(rows.map(({ id, texts }) => ({ id, grams: searchGrams(...texts) })));
      await database.transaction(async () => {
        await sql`
          update ${table} as target
          set search_grams = array(select jsonb_array_elements_text(made.grams))
          from jsonb_to_recordset(${grams}::jsonb) as made(id text, grams jsonb)
          where target.id = made.id`.execute(database.kyselyFor<Record<string, never>>());
      });
      filled += rows.length;
    }
  }
  return filled;
}

async function nextBatch(database: Database, table: RawBuilder<unknown>, columns: readonly string[], last: string): Promise<readonly Unfilled[]> {
  const texts = sql.raw(columns.join(', '));
  const { rows } = await sql<Unfilled>`
    select id, array[${texts}] as texts from ${table}
    where search_grams = '{}' and id > ${last} order by id limit ${BATCH}`.execute(database.kyselyFor<Record<string, never>>());
  return rows;
}
