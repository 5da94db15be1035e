import { sql } from '@nephra/plugin-sdk/server';
import type { UnreadCounts } from '../../contract/message.schema.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';
import { shownTargets } from './shown-targets.ts';
import { visibleItems } from './visible-items.ts';

/** How many messages of a reader are unread. */
export async function unreadOf(ctx: Pick<ReadCtx, 'db' | 'clock'>, reader: Reader): Promise<UnreadCounts> {
  const { rows } = await sql<{ type: number; count: string }>`
    select unread.type, count(*) from (
      select distinct target.item_id, target.type ${shownTargets(ctx, reader, { read: false })} and target.addressee = any(${[...reader.keys]}::text[])
    ) as unread group by unread.type`.execute(ctx.db);
  const count = (notices: boolean): number => rows.filter(({ type }) => (type === 1) === notices).reduce((sum, one) => sum + Number(one.count), 0);
  const must = await visibleItems(ctx, reader)
    .where(sql<boolean>`item.must_read`)
    .where('mark.receipt_at', 'is', null)
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirst();
  const [unreadNoticeCount, unreadMessageCount] = [count(true), count(false)];
  return { unreadNoticeCount, unreadMessageCount, unreadTotalCount: unreadNoticeCount + unreadMessageCount, mustReadCount: Number(must?.count ?? 0) };
}
