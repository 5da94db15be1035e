import { countLimit, type Page, type PageRequest, toPage } from '@nephra/plugin-sdk/contract';
import { instantToWire, matchesKeyword, pageBounds, sql } from '@nephra/plugin-sdk/server';
import type { MessageRow } from '../../contract/message.schema.ts';
import type { Ctx } from '../tables/tables.ts';
import { saidIn } from './item-view.ts';
import type { Reader } from './reader.query.ts';
import { countShown, type Narrowed, shownSlice, type ShownTarget } from './shown-targets.ts';

export interface MessageQuestion extends PageRequest {
  /** `''` all, else a `MessageType`. */
  readonly type?: string;
  readonly isRead?: string;
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

const narrowedBy = ({ type, isRead, keyword }: MessageQuestion): Narrowed => {
  const found = matchesKeyword('item.search_grams', keyword);
  return {
    ...(type && { type: Number(type) as 1 | 2 | 3 }),
    ...(isRead && { read: isRead === '1' }),
    ...(found && { found: sql<boolean>`${found}` }),
  };
};

/** Rows of a slice, in its order. */
async function rowsOf(ctx: Ctx, reader: Reader, slice: readonly ShownTarget[]): Promise<MessageRow[]> {
  if (slice.length === 0) return [];
  // rows: those that the reader has in the list
  const items = await ctx.db
    .selectFrom('message.item as item')
    .select([
      ...(['item.id', 'item.title', 'item.texts', 'item.type', 'item.creator_user', 'item.released_at', 'item.urgency', 'item.pinned'] as const),
      ...(['item.must_read', 'item.valid_until', sql<boolean>`cardinality(item.file_ids) > 0`.as('has_files')] as const),
    ])
    .where(
      'item.id',
      'in',
      slice.map(({ item_id }) => item_id),
    )
    .execute();
  const byId = new Map(items.map((item) => [item.id, item]));
  return slice.flatMap(({ item_id, is_read, receipt_at }): MessageRow[] => {
    const item = byId.get(item_id);
    if (!item) return [];
    const { title, creatorUser } = saidIn(ctx.language, { title: item.title, bodyText: '', creatorUser: item.creator_user }, item.texts);
    const row: MessageRow = {
      ...{ id: item.id, title, type: item.type, creatorUser, lastModifyTime: item.released_at?.getTime() ?? 0, userId: reader.userId },
      ...{ urgency: item.urgency, pinned: flag(item.pinned), mustRead: flag(item.must_read), receiptTime: instantToWire(receipt_at) },
      ...{ validUntil: instantToWire(item.valid_until), isRead: is_read ? '1' : '0', hasFiles: flag(item.has_files) },
    };
    return [row];
  });
}

/** A page of a reader's messages: pinned ones first, then the newest; asked for `asc`, the oldest first. */
export async function messagePage(ctx: Ctx, reader: Reader, question: MessageQuestion): Promise<Page<MessageRow>> {
  const { currentPage, pageSize, offset } = pageBounds(question);
  const narrowed = narrowedBy(question);
  const upTo = countLimit(question);
  const slice = offset >= upTo ? [] : await shownSlice(ctx, reader, narrowed, { oldestFirst: question.sort === 'asc', limit: pageSize, offset });
  const isLast = slice.length > 0 && slice.length < pageSize;
  const total = isLast ? offset + slice.length : await countShown(ctx, reader, narrowed, upTo);
  return toPage(await rowsOf(ctx, reader, slice), total, { currentPage, pageSize });
}
