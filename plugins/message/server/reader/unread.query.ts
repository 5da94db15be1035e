import { MAX_COUNTED } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { UnreadCounts } from '../../contract/message.schema.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';
import { shownTargets } from './shown-targets.ts';

/** How many messages of a reader are unread. */
export async function unreadOf(ctx: Pick<ReadCtx, 'db' | 'clock'>, reader: Reader): Promise<UnreadCounts> {
  const mine = sql`target.addressee = any(${[...reader.keys]}::text[])`;
  // One statement of two counts: each has an index of its own, and every window asks when it connects.
  const { rows } = await sql<{ notices: string; messages: string; must_read: string }>`
    select count(*) filter (where unread.type = 1) as notices, count(*) filter (where unread.type <> 1) as messages,
      (select count(*) from (select distinct target.item_id ${shownTargets(ctx, reader, { unconfirmed: true })} and ${mine} limit ${MAX_COUNTED}) as waiting) as must_read
    from (select distinct target.item_id, target.type ${shownTargets(ctx, reader, { read: false })} and ${mine}) as unread`.execute(ctx.db);
  const [counted] = rows;
  const [unreadNoticeCount, unreadMessageCount] = [Number(counted?.notices ?? 0), Number(counted?.messages ?? 0)];
  return { unreadNoticeCount, unreadMessageCount, unreadTotalCount: unreadNoticeCount + unreadMessageCount, mustReadCount: Number(counted?.must_read ?? 0) };
}
