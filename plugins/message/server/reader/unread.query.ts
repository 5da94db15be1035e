import { sql } from '@nephra/plugin-sdk/server';
import type { UnreadCounts } from '../../contract/message.schema.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';
import { isRead, visibleItems } from './visible-items.ts';

/** How many messages of a reader are unread. */
export async function unreadOf(ctx: Pick<ReadCtx, 'db' | 'clock'>, reader: Reader): Promise<UnreadCounts> {
  const read = isRead(reader);
  const counted = await visibleItems(ctx, reader)
    .select([
      sql<string>`count(*) filter (where item.type = 1 and not ${read})`.as('notices'),
      sql<string>`count(*) filter (where item.type <> 1 and not ${read})`.as('messages'),
      sql<string>`count(*) filter (where item.must_read and mark.receipt_at is null)`.as('must'),
    ])
    .executeTakeFirst();
  const [notices, messages] = [Number(counted?.notices ?? 0), Number(counted?.messages ?? 0)];
  return { unreadNoticeCount: notices, unreadMessageCount: messages, unreadTotalCount: notices + messages, mustReadCount: Number(counted?.must ?? 0) };
}
