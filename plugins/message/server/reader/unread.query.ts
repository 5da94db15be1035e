import { MAX_COUNTED } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { UnreadCounts } from '../../contract/message.schema.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';
import { countShown, shownTargets } from './shown-targets.ts';

/** How many messages of a reader are unread. */
export async function unreadOf(ctx: Pick<ReadCtx, 'db' | 'clock'>, reader: Reader): Promise<UnreadCounts> {
  const { rows } = await sql<{ type: number; count: string }>`
    select unread.type, count(*) from (
      select distinct target.item_id, target.type ${shownTargets(ctx, reader, { read: false })} and target.addressee = any(${[...reader.keys]}::text[])
    ) as unread group by unread.type`.execute(ctx.db);
  const count = (notices: boolean): number => rows.filter(({ type }) => (type === 1) === notices).reduce((sum, one) => sum + Number(one.count), 0);
  const mustReadCount = await countShown(ctx, reader, { unconfirmed: true }, MAX_COUNTED);
  const [unreadNoticeCount, unreadMessageCount] = [count(true), count(false)];
  return { unreadNoticeCount, unreadMessageCount, unreadTotalCount: unreadNoticeCount + unreadMessageCount, mustReadCount };
}
