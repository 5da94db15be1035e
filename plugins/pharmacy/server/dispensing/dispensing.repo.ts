import type { Kysely } from '@nephra/plugin-sdk/server';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

/**
 * Locks a prescription for the pharmacy until the end of the transaction. Acts that leave rxStatus where it is do not touch the
 * prescription's own row, so without this two of them could run side by side on the same figures.
 * @returns how many such acts there were; with the prescription's version it makes the version that callers see
 */
export async function lockDispensing(db: Db, dpId: string): Promise<number> {
  await db
    .insertInto('pharmacy.dispensing')
    .values({ dp_id: dpId })
    .onConflict((conflict) => conflict.column('dp_id').doNothing())
    .execute();
  // rows: a lock and its count; whose the prescription is, its plugin has looked
  const row = await db.selectFrom('pharmacy.dispensing').select('acts').where('dp_id', '=', dpId).forUpdate().executeTakeFirstOrThrow();
  return row.acts;
}

/** Acts that left rxStatus where it was. */
export async function actsOf(db: Db, dpId: string): Promise<number> {
  // rows: a count; whose the prescription is, its plugin has looked
  const row = await db.selectFrom('pharmacy.dispensing').select('acts').where('dp_id', '=', dpId).executeTakeFirst();
  return row?.acts ?? 0;
}

export async function countAct(db: Db, dpId: string): Promise<void> {
  // rows: a count of the prescription that is held (`lockDispensing`)
  await db
    .updateTable('pharmacy.dispensing')
    .set((change) => ({ acts: change('acts', '+', 1) }))
    .where('dp_id', '=', dpId)
    .execute();
}
