import { countLimit, type Page, type PageRequest, toPage } from '@nephra/plugin-sdk/contract';
import { instantToWire, matchesKeyword, pageBounds, sql, totalOf } from '@nephra/plugin-sdk/server';
import type { MessageRow } from '../../contract/message.schema.ts';
import type { Ctx } from '../tables/tables.ts';
import { saidIn } from './item-view.ts';
import type { Reader } from './reader.query.ts';
import { isRead, visibleItems } from './visible-items.ts';

export interface MessageQuestion extends PageRequest {
  /** `''` all, else a `MessageType`. */
  readonly type?: string;
  readonly isRead?: string;
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

/** A page of a reader's messages: pinned ones first, then the newest; asked for `asc`, the oldest first. */
export async function messagePage(ctx: Ctx, reader: Reader, question: MessageQuestion): Promise<Page<MessageRow>> {
  const read = isRead(reader);
  let found = visibleItems(ctx, reader);
  if (question.type) found = found.where('item.type', '=', Number(question.type) as 1 | 2 | 3);
  if (question.isRead) found = found.where(question.isRead === '1' ? read : sql<boolean>`not ${read}`);
  const keyword = matchesKeyword('item.search_grams', question.keyword);
  if (keyword) found = found.where(keyword);
  const { currentPage, pageSize, offset } = pageBounds(question);
  const countUpTo = countLimit(question);
  const selected = found.select([
    ...(['item.id', 'item.title', 'item.texts', 'item.type', 'item.creator_user', 'item.released_at', 'item.urgency', 'item.pinned'] as const),
    ...(['item.must_read', 'item.valid_until', 'mark.receipt_at'] as const),
    sql<boolean>`cardinality(item.file_ids) > 0`.as('has_files'),
    read.as('is_read'),
  ]);
  const ordered =
    question.sort === 'asc'
      ? selected.orderBy('item.released_at', 'asc').orderBy('item.id', 'asc')
      : selected.orderBy('item.pinned', 'desc').orderBy('item.released_at', 'desc').orderBy('item.id', 'desc');
  const rows = offset >= countUpTo ? [] : await ordered.limit(pageSize).offset(offset).execute();
  const total = await totalOf(ctx.db, selected, { list: rows, pageSize, offset, countUpTo });
  const list = rows.map((row): MessageRow => {
    const { title, creatorUser } = saidIn(ctx.language, { title: row.title, bodyText: '', creatorUser: row.creator_user }, row.texts);
    return {
      ...{ id: row.id, title, type: row.type, creatorUser, lastModifyTime: row.released_at?.getTime() ?? 0, userId: reader.userId },
      ...{ urgency: row.urgency, pinned: flag(row.pinned), mustRead: flag(row.must_read), receiptTime: instantToWire(row.receipt_at) },
      ...{ validUntil: instantToWire(row.valid_until), isRead: row.is_read ? '1' : '0', hasFiles: flag(row.has_files) },
    };
  });
  return toPage(list, total, { currentPage, pageSize });
}
