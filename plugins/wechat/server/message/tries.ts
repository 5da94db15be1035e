import type { ReadCtx } from '../tables/tables.ts';
import { sendingTable } from '../tables/work.table.ts';

/** When the first try of this message began that nobody knows the end of; now, where there is none. */
export async function beginTry(ctx: ReadCtx, messageId: string): Promise<Date> {
  const now = ctx.clock.steady();
  await sendingTable.insertAll(ctx, [{ messageId, beganAt: now }], { unlessTaken: ['messageId'] });
  const row = await sendingTable.everywhere(ctx, 'tries of one message', 'sending').where('sending.messageId', '=', messageId).executeTakeFirst();
  return row?.beganAt ?? now;
}

export async function endTry(ctx: ReadCtx, messageId: string): Promise<void> {
  // rows: the try of the message in hand
  await ctx.db.deleteFrom('wechat.sending').where('message_id', '=', messageId).execute();
}
