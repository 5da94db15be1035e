import { sql } from '@nephra/plugin-sdk/server';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';

/**
 * Items that somebody may read, each with what they did with it (`mark`): released, not ended, addressed to them, not taken out of their list. Every
 * opening of an item goes through here; lists and counters go through `shownTargets`, which says the same of targets.
 */
export const visibleItems = ({ db, clock }: Pick<ReadCtx, 'db' | 'clock'>, { userId, keys }: Reader) =>
  // rows: those that are addressed to the reader
  db
    .selectFrom('message.item as item')
    .leftJoin('message.mark as mark', (join) =>
      join.onRef('mark.item_id', '=', 'item.id').onRef('mark.release_no', '=', 'item.release_no').on('mark.user_id', '=', userId),
    )
    .where('item.state', '=', 'released')
    .where('item.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('item.valid_until', 'is', null), eb('item.valid_until', '>', clock.now())]))
    .where('mark.removed_at', 'is', null)
    .where(sql<boolean>`item.id in (select target.item_id from message.target as target where target.addressee = any(${[...keys]}::text[]))`);
