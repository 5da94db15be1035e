import { MAX_CALLS } from '../contract/limits.ts';
import { type CallStored, callTable, type Ctx } from './tables/call.table.ts';

/** Today's last call of each place on the board that was not taken back, by place. */
export async function openCalls(ctx: Ctx, date: string): Promise<ReadonlyMap<string, CallStored>> {
  const rows = await callTable
    .select(ctx, 'c')
    .where('c.orgId', '=', ctx.user.orgId)
    .where('c.day', '=', date)
    .orderBy('c.calledAt')
    .orderBy('c.id')
    .limit(MAX_CALLS)
    .execute();
  // A call that was taken back takes those before it along: nobody is called any more.
  const open = new Map<string, CallStored>();
  for (const row of rows)
    if (row.withdrawnAt === null) open.set(row.slotId, row);
    else open.delete(row.slotId);
  return open;
}
