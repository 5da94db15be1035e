import type { Kysely, RequestContext } from '@nephra/plugin-sdk/server';
import type { ChargingTables } from './charging-tables.ts';

/** Where calls that take the caller's drawer wait for each other. */
export const drawerQueue = ({ user }: Pick<RequestContext<never>, 'user'>): string[] => [`drawer ${user.userId}`];

/**
 * One cashier's money moves one act at a time: whoever charges, gives back or closes the shift takes this lock, after the prescriptions and
 * before the receipt number. So what a cashier sees is what is closed. Which bills lie in the drawer does not hang on it: the database puts each one there as it is
 * written, and a closing takes it out (`charging.drawer_bill`).
 */
export async function lockDrawer(db: Kysely<ChargingTables>, orgId: string, cashierId: string): Promise<void> {
  const made = db
    .insertInto('charging.drawer')
    .values({ org_id: orgId, cashier_id: cashierId })
    .onConflict((conflict) => conflict.columns(['org_id', 'cashier_id']).doNothing())
    .execute();
  const locked = db
    .selectFrom('charging.drawer')
    .select('cashier_id')
    .where('org_id', '=', orgId)
    .where('cashier_id', '=', cashierId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await Promise.all([made, locked]);
}
