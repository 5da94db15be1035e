import { type Given, type Kysely, prepared, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { ChargingTables } from './charging-tables.ts';

type Caller = Pick<RequestContext<never>, 'user'>;

/**
 * Where those who write a bill wait for each other: those of one drawer, and behind them all of the facility, who take its next receipt number.
 * A number is held until the commit. The drawer's name comes first, so that one cashier's many acts do not stand before those of all others.
 */
export const billQueues = (orgId: string, cashierId: string): string[] => [`drawer ${cashierId}`, `receipts ${orgId}`];

/** Of a call; a bill of another facility than that of the session finds its lock without having waited in this queue. */
export const billQueuesOf = ({ user }: Caller): string[] => billQueues(user.orgId, user.userId);

/** Closing takes the drawer, and the facility's next shift number. */
export const shiftQueues = ({ user }: Caller): string[] => [`drawer ${user.userId}`, `shifts ${user.orgId}`];

/** Makes the drawer where it is missing; whoever makes it holds it. A drawer that somebody else made meanwhile is neither made nor seen: it answers nothing. */
// rows: compiled once; each charge asks. The lock of one cashier's drawer, of the facility that is charged for
const holdDrawer = prepared(
  (_db: Kysely<ChargingTables>, given: Given<{ orgId: string; cashierId: string }>) => sql<{ cashier_id: string }>`
    with made as (
      insert into charging.drawer (org_id, cashier_id) values (${given('orgId')}, ${given('cashierId')})
      on conflict (org_id, cashier_id) do nothing
      returning cashier_id
    ), held as (
      select cashier_id from charging.drawer where org_id = ${given('orgId')} and cashier_id = ${given('cashierId')} for update
    )
    select cashier_id from made union all select cashier_id from held`,
);

/**
 * One cashier's money moves one act at a time: whoever charges, gives back or closes the shift takes this lock, after the prescriptions and
 * before the receipt number. So what a cashier sees is what is closed. Which bills lie in the drawer does not hang on it: the database puts each one there as it is
 * written, and a closing takes it out (`charging.drawer_bill`).
 */
export async function lockDrawer(db: Kysely<ChargingTables>, orgId: string, cashierId: string): Promise<void> {
  let held = await holdDrawer(db, { orgId, cashierId });
  // The statement began before the drawer was there; the next one sees it, since a drawer is never taken away.
  if (held.length === 0) held = await holdDrawer(db, { orgId, cashierId });
  if (held.length === 0) throw new Error(`the drawer of ${cashierId} cannot be held`);
}
