import type { UserId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { messageFrames } from '../../contract/message.frames.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';
import { shownTargets } from './shown-targets.ts';
import { visibleItems } from './visible-items.ts';

type MarkCtx = Pick<ReadCtx, 'db' | 'clock' | 'socket'>;

/** Tells all pages of a person that something of theirs changed. @param ids empty: many */
export const tellRead = (ctx: MarkCtx, userId: string, ids: readonly string[]): Promise<void> =>
  ctx.socket.push({ person: userId as UserId }, messageFrames, 'messageRead', { ids: [...ids] });

interface Marked {
  readonly id: string;
  readonly release_no: number;
}

/** What was noted first stays; the other facts of the row stay as they are. */
async function note(
  ctx: MarkCtx,
  userId: string,
  { id, release_no }: Marked,
  facts: { readonly read_at?: Date; readonly receipt_at?: Date; readonly removed_at?: Date },
) {
  await ctx.db
    .insertInto('message.mark')
    .values({ user_id: userId, item_id: id, release_no, read_at: null, receipt_at: null, removed_at: null, ...facts })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'item_id', 'release_no']).doUpdateSet({
        read_at: sql`coalesce(mark.read_at, excluded.read_at)`,
        receipt_at: sql`coalesce(mark.receipt_at, excluded.receipt_at)`,
        removed_at: sql`coalesce(mark.removed_at, excluded.removed_at)`,
      }),
    )
    .execute();
}

/** Notes that somebody has opened an item that they may read. */
export async function markRead(ctx: MarkCtx, userId: string, item: Marked): Promise<void> {
  await note(ctx, userId, item, { read_at: ctx.clock.now() });
  await tellRead(ctx, userId, [item.id]);
}

/** Notes that somebody confirms it; they have read it then. @returns the moment of the first confirmation */
export async function markReceipt(ctx: MarkCtx, userId: string, item: Marked): Promise<Date> {
  const now = ctx.clock.now();
  await note(ctx, userId, item, { read_at: now, receipt_at: now });
  await tellRead(ctx, userId, [item.id]);
  // rows: the reader's own mark, written just now
  const kept = await ctx.db
    .selectFrom('message.mark')
    .select('receipt_at')
    .where('user_id', '=', userId)
    .where('item_id', '=', item.id)
    .where('release_no', '=', item.release_no)
    .executeTakeFirst();
  return kept?.receipt_at ?? now;
}

/** Place of a list in the line of commits: what was not committed then, it did not show. */
export async function snapshotNow({ db }: Pick<ReadCtx, 'db'>): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_snapshot()::text as at`.execute(db);
  return rows[0]?.at ?? '';
}

/**
 * Marks what is unread as read in one statement.
 * @param asOf place of the list that the reader looked at; what was committed later, and what was under way then, stays unread. A number that no transaction
 * has had yet is of the database that this one was restored from, so its row is older than any list
 * @returns how many
 */
export async function markAllRead(ctx: MarkCtx, reader: Reader, { asOf, type }: { readonly asOf?: string; readonly type?: string }): Promise<number> {
  const seen =
    asOf === undefined
      ? undefined
      : sql<boolean>`(item.writer >= pg_snapshot_xmax(pg_current_snapshot()) or pg_visible_in_snapshot(item.writer, ${asOf}::pg_snapshot))`;
  const narrowed = { read: false, ...(type && { type: Number(type) as 1 | 2 | 3 }), ...(seen && { found: seen }) };
  const { numAffectedRows = 0n } = await sql`
    insert into message.mark (user_id, item_id, release_no, read_at)
    select distinct ${reader.userId}::text, target.item_id, target.release_no, ${ctx.clock.now()}::timestamptz
    ${shownTargets(ctx, reader, narrowed)} and target.addressee = any(${[...reader.keys]}::text[])
    on conflict (user_id, item_id, release_no) do update set read_at = coalesce(mark.read_at, excluded.read_at)`.execute(ctx.db);
  if (numAffectedRows > 0n) await tellRead(ctx, reader.userId, []);
  return Number(numAffectedRows);
}

/** Takes items out of the reader's list; they count as read. @returns how many went */
export async function markRemoved(ctx: MarkCtx, reader: Reader, ids: readonly string[]): Promise<number> {
  const now = ctx.clock.now();
  const items = await visibleItems(ctx, reader)
    .where(sql<boolean>`item.id = any(${[...ids]}::text[])`)
    .select(['item.id', 'item.release_no'])
    .execute();
  for (const item of items) await note(ctx, reader.userId, item, { read_at: now, removed_at: now });
  if (items.length > 0) await tellRead(ctx, reader.userId, items.length > 20 ? [] : items.map(({ id }) => id));
  return items.length;
}
