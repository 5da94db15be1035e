import { toPage } from '@nephra/plugin-sdk/contract';
import { implement, matchesKeyword, selectPage } from '@nephra/plugin-sdk/server';
import { NOTICE_STATES } from '../../contract/message-limits.ts';
import { noticeContract } from '../../contract/notice.contract.ts';
import { countPeople } from '../reader/people.query.ts';
import { type ItemStored, itemTable } from '../tables/item.table.ts';
import type { MessageDb } from '../tables/tables.ts';
import { countReaders, readersPage } from './notice-readers.query.ts';
import { noticeInfoOf, noticeRowOf } from './notice-view.ts';
import { addresseesAsked, namedIn } from './receivers.ts';
import { remindReaders } from './remind-readers.command.ts';
import { displayNotice, releaseNotice, removeNotice, withdrawNotice } from './release-notice.command.ts';
import { createNotice, editNotice } from './write-notice.command.ts';

const saved = ({ id, version }: ItemStored) => ({ id, version });
const SORTS = { title: 'item.title', lastModifyTime: 'item.updatedAt', creatorTime: 'item.createdAt', releaseTime: 'item.releasedAt' } as const;

/** Notices, for those who write them. */
export const noticeRoutes = implement<MessageDb>()(noticeContract, {
  async list({ query }, ctx) {
    let found = itemTable.select(ctx, 'item');
    if (query.enabledMark) found = found.where('item.state', '=', NOTICE_STATES[Number(query.enabledMark)] ?? 'draft');
    const keyword = matchesKeyword('item.searchGrams', query.keyword);
    if (keyword) found = found.where(keyword);
    const options = { db: ctx.db, request: query, sorts: SORTS, byDefault: ['item.updatedAt', 'desc'], tieBreaker: 'item.id' } as const;
    const { list, pagination } = await selectPage(found, options);
    return toPage(list.map(noticeRowOf), pagination.total, query);
  },

  info: async ({ params }, ctx) => await noticeInfoOf(ctx, await itemTable.one(ctx, params.id)),

  async create({ body }, ctx) {
    const item = await createNotice(ctx, body);
    ctx.message('saved', { name: item.title });
    return saved(item);
  },

  async edit({ params, body }, ctx) {
    const item = await editNotice(ctx, params.id, body);
    ctx.message('saved', { name: item.title });
    return saved(item);
  },

  async remove({ params }, ctx) {
    await removeNotice(ctx, params.id);
    return null;
  },

  async release({ params, query }, ctx) {
    const { item, receivers } = await releaseNotice(ctx, params.id, query.version);
    ctx.message('released', { name: item.title, n: receivers });
    return { ...saved(item), receivers };
  },

  async remind({ params }, ctx) {
    const receivers = await remindReaders(ctx, params.id);
    ctx.message('reminded', { n: receivers });
    return { receivers };
  },

  async withdraw({ params }, ctx) {
    const item = await withdrawNotice(ctx, params.id);
    ctx.message('withdrawn', { name: item.title });
    return saved(item);
  },

  async display({ params, body }, ctx) {
    const item = await displayNotice(ctx, params.id, body);
    ctx.message('saved', { name: item.title });
    return saved(item);
  },

  async countReceivers({ body }, ctx) {
    return { count: await countPeople(ctx, { addressees: await addresseesAsked(ctx, body) }), everybody: namedIn(body).length === 0 };
  },

  readers: ({ params }, ctx) => countReaders(ctx, params.id),
  readerNames: ({ params, query }, ctx) => readersPage(ctx, params.id, query),
});
