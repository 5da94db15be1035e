import { type RawBuilder, sql } from '@nephra/plugin-sdk/server';
import type { ReadCtx } from '../tables/tables.ts';
import type { Reader } from './reader.query.ts';

/** What a list is narrowed by. */
export interface Narrowed {
  readonly type?: 1 | 2 | 3 | 'others';
  readonly read?: boolean;
  readonly pinned?: boolean;
  /** Must be confirmed, and the reader has not done so. */
  readonly unconfirmed?: true;
  /** Condition on `item`. */
  readonly found?: RawBuilder<boolean>;
}

/** Read by the reader, or released before they were here. */
const isRead = ({ since }: Reader): RawBuilder<boolean> => sql`(mark.read_at is not null or target.released_at < ${since})`;

const typeIs = (type: NonNullable<Narrowed['type']>): RawBuilder<boolean> => (type === 'others' ? sql`target.type <> 1` : sql`target.type = ${type}`);

/** What a reader did with the item of a target. `of`: the name of targets in the statement around it. */
const markOf = ({ userId }: Reader, of: string): RawBuilder<unknown> => {
  const [item, release] = [sql.ref(`${of}.item_id`), sql.ref(`${of}.release_no`)];
  return sql`message.mark as mark on mark.user_id = ${userId} and mark.item_id = ${item} and mark.release_no = ${release}`;
};

/** Few of all that a reader read: an index of their own tells them. */
const isRemoved = ({ userId }: Reader): RawBuilder<boolean> =>
  // rows: marks of the reader
  sql`exists (select from message.mark as gone where gone.user_id = ${userId} and gone.item_id = target.item_id and gone.release_no = target.release_no
    and gone.removed_at is not null)`;

/**
 * `from` and `where` over targets that a reader has in the list, each with what they did with the item (`mark`): released, not ended, not taken out of the
 * list. No item is touched unless something is looked for in it.
 */
export const shownTargets = (ctx: Pick<ReadCtx, 'clock'>, reader: Reader, narrowed: Narrowed): RawBuilder<unknown> => targetsOf(ctx, reader, narrowed, true);

/** @param marked each with what the reader did with the item; without it, and where nothing of it is asked, no mark is read but of what was taken out of the list */
function targetsOf(
  { clock }: Pick<ReadCtx, 'clock'>,
  reader: Reader,
  { type, read, pinned, unconfirmed, found }: Narrowed,
  marked: boolean,
): RawBuilder<unknown> {
  const conditions: RawBuilder<boolean>[] = [
    sql`target.released_at is not null`,
    sql`(target.valid_until is null or target.valid_until > ${clock.now()})`,
    marked ? sql`mark.removed_at is null` : sql`not ${isRemoved(reader)}`,
    ...(type === undefined ? [] : [typeIs(type)]),
    ...(read === undefined ? [] : [read ? isRead(reader) : sql<boolean>`not ${isRead(reader)}`]),
    ...(pinned === undefined ? [] : [sql<boolean>`target.pinned = ${pinned}`]),
    ...(unconfirmed ? [sql<boolean>`target.must_read and mark.receipt_at is null`] : []),
    ...(found ? [found] : []),
  ];
  // rows: targets of the reader, whose keys the statement around it asks for
  return sql`from message.target as target
    ${marked ? sql`left join ${markOf(reader, 'target')}` : sql``}
    ${found ? sql`join message.item as item on item.id = target.item_id` : sql``}
    where ${sql.join(conditions, sql` and `)}`;
}

export interface ShownTarget {
  readonly item_id: string;
  readonly released_at: Date;
  readonly is_read: boolean;
  readonly receipt_at: Date | null;
}

export interface Slice {
  readonly oldestFirst: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Whether a list is narrowed by what the reader did; else that is asked of what is shown alone. */
const asksMarks = ({ read, unconfirmed }: Narrowed): boolean => read !== undefined || unconfirmed === true;

/**
 * A slice of a reader's list. The index of each of their keys is walked only as far as the slice reaches, and the walks are merged: one list for all keys
 * would be sorted for twenty of its rows.
 */
export async function shownSlice(
  ctx: Pick<ReadCtx, 'db' | 'clock'>,
  reader: Reader,
  narrowed: Narrowed,
  { oldestFirst, limit, offset }: Slice,
): Promise<ShownTarget[]> {
  const order = (alias: string): RawBuilder<unknown> =>
    oldestFirst
      ? sql`${sql.ref(`${alias}.released_at`)}, ${sql.ref(`${alias}.item_id`)}`
      : sql`${sql.ref(`${alias}.pinned`)} desc, ${sql.ref(`${alias}.released_at`)} desc, ${sql.ref(`${alias}.item_id`)} desc`;
  const { rows } = await sql<ShownTarget>`
    select target.item_id, target.released_at, ${isRead(reader)} as is_read, mark.receipt_at from (
      select one.* from (
        select distinct on (walked.item_id) walked.* from unnest(${[...reader.keys]}::text[]) as key (addressee)
        cross join lateral (
          select target.item_id, target.release_no, target.pinned, target.released_at
          ${targetsOf(ctx, reader, narrowed, asksMarks(narrowed))} and target.addressee = key.addressee
          order by ${order('target')} limit ${offset + limit}
        ) as walked
      ) as one order by ${order('one')} limit ${limit} offset ${offset}
    ) as target left join ${markOf(reader, 'target')} order by ${order('target')}`.execute(ctx.db);
  return rows;
}

/** How many a reader has, at most `upTo`. No key is walked further than that: of a word that stands in most items, one statement over all keys would read them all. */
export async function countShown(ctx: Pick<ReadCtx, 'db' | 'clock'>, reader: Reader, narrowed: Narrowed, upTo: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(distinct walked.item_id) from unnest(${[...reader.keys]}::text[]) as key (addressee)
    cross join lateral (
      select target.item_id ${targetsOf(ctx, reader, narrowed, asksMarks(narrowed))} and target.addressee = key.addressee limit ${upTo}
    ) as walked`.execute(ctx.db);
  return Math.min(Number(rows[0]?.count ?? 0), upTo);
}
