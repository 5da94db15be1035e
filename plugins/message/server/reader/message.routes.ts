import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, instantToWire } from '@nephra/plugin-sdk/server';
import { messageContract } from '../../contract/message.contract.ts';
import { MAX_REMOVED } from '../../contract/message-limits.ts';
import type { MessageInfo } from '../../contract/message.schema.ts';
import { isAsOf } from '../../domain/reading/as-of.ts';
import { openingOf } from '../../domain/reading/opening.ts';
import type { Ctx, MessageDb } from '../tables/tables.ts';
import { filesText, saidIn, shownBody } from './item-view.ts';
import { messagePage } from './message-list.query.ts';
import { markAllRead, markRead, markReceipt, markRemoved, snapshotNow } from './read-marks.command.ts';
import { readerOf } from './reader.query.ts';
import { unreadOf } from './unread.query.ts';
import { visibleItems } from './visible-items.ts';

/** An item of the caller's list. @throws AppError `message.not-found` */
async function ownItem(ctx: Ctx, id: string) {
  const item = await visibleItems(ctx, await readerOf(ctx, ctx.user.userId))
    .where('item.id', '=', id)
    .select([
      ...(['item.id', 'item.type', 'item.title', 'item.body_text', 'item.content', 'item.texts', 'item.creator_user', 'item.files', 'item.link'] as const),
      ...(['item.urgency', 'item.pinned', 'item.must_read', 'item.valid_until', 'item.released_at', 'item.release_no'] as const),
      ...(['mark.read_at', 'mark.receipt_at'] as const),
    ])
    .executeTakeFirst();
  if (!item) throw new AppError('message.not-found', { code: EnvelopeCode.NotFound });
  return item;
}

/** The caller's own messages. */
export const messageRoutes = implement<MessageDb>()(messageContract, {
  async list({ query }, ctx) {
    // Before the rows: what is committed in between is in none of both.
    const asOf = await snapshotNow(ctx);
    return { ...(await messagePage(ctx, await readerOf(ctx, ctx.user.userId), query)), asOf };
  },

  unread: async (_input, ctx) => await unreadOf(ctx, await readerOf(ctx, ctx.user.userId)),

  async readInfo({ params }, ctx): Promise<MessageInfo> {
    const item = await ownItem(ctx, params.id);
    if (item.read_at === null) await markRead(ctx, ctx.user.userId, item);
    const said = saidIn(ctx.language, { title: item.title, bodyText: item.body_text, creatorUser: item.creator_user }, item.texts);
    const { bodyText } = said;
    return {
      ...{ id: item.id, title: said.title, type: item.type, creatorUser: said.creatorUser, userId: ctx.user.userId },
      ...{ lastModifyTime: item.released_at?.getTime() ?? 0, urgency: item.urgency, pinned: item.pinned ? 1 : 0, mustRead: item.must_read ? 1 : 0 },
      ...{ receiptTime: instantToWire(item.receipt_at), validUntil: instantToWire(item.valid_until), files: filesText(item.files), link: item.link },
      ...{ bodyText: shownBody({ type: item.type, content: item.content, bodyText }), opens: openingOf({ type: item.type, bodyText, link: item.link }) },
    };
  },

  async readAll({ body }, ctx) {
    if (body.asOf !== undefined && !isAsOf(body.asOf)) throw new AppError('message.as-of', { code: EnvelopeCode.Invalid, fields: [{ path: 'asOf', msg: '' }] });
    const reader = await readerOf(ctx, ctx.user.userId);
    const count = await markAllRead(ctx, reader, body);
    ctx.message('readAll', { n: count });
    return await unreadOf(ctx, reader);
  },

  async removeRecord({ body }, ctx) {
    const ids = [...new Set(body.ids.split(',').map((id) => id.trim()))].filter((id) => id !== '');
    if (ids.length > MAX_REMOVED) throw new AppError('message.too-many', { code: EnvelopeCode.Invalid, params: { max: MAX_REMOVED } });
    const count = await markRemoved(ctx, await readerOf(ctx, ctx.user.userId), ids);
    ctx.message('removed', { n: count });
    return { count };
  },

  async receipt({ params }, ctx) {
    const item = await ownItem(ctx, params.id);
    if (!item.must_read) throw new AppError('message.no-receipt', { code: EnvelopeCode.Conflict });
    const at = await markReceipt(ctx, ctx.user.userId, item);
    ctx.audit({ subject: 'message', subjectId: item.id, after: { receipt: at.toISOString() } });
    return { receiptTime: at.getTime() };
  },
});
