import { type BodyOf, type Page, type QueryOf, toPage } from '@nephra/plugin-sdk/contract';
import { foundPage, matchesKeyword, selectPage, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { AuditedMessage, chatContract, FoundMessage } from '../../contract/conversation.contract.ts';
import { GROUP_PREFIX, isGroupPeer } from '../../contract/limits.ts';
import { peerOf, receiverOf } from '../../domain/peer.ts';
import type { Ctx } from '../tables/tables.ts';
import { nobody, peopleOf } from './people.ts';
import { standingIn } from './standing.ts';

/** Finds in the caller's own conversations, newest first. */
export async function searchOwn(ctx: Ctx, { peerId, keyword, ...request }: QueryOf<typeof chatContract.routes.search>): Promise<Page<FoundMessage>> {
  const { userId } = ctx.user;
  const standing = peerId === undefined ? undefined : await standingIn(ctx, peerId);
  const matches = matchesKeyword('m.search_grams', keyword, ['m.content']);
  if ((peerId !== undefined && !standing) || !matches) return toPage<FoundMessage>([], 0, request);
  // rows: of conversations that the caller is in, from when they came on
  let query = ctx.db
    .selectFrom('chat.message as m')
    .innerJoin('chat.member as me', 'me.conversation_id', 'm.conversation_id')
    .innerJoin('chat.conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.id', 'm.seq', 'm.sender_id', 'm.kind as message_kind', 'm.content', 'm.sent_at'])
    .select(['c.kind', 'c.low_id as lowId', 'c.high_id as highId', 'c.full_name'])
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .whereRef('m.seq', '>', 'me.from_seq')
    .where(matches);
  if (standing) query = query.where('m.conversation_id', '=', standing.conversationId);
  const page = await selectPage(query, { db: ctx.db, request: { ...request, keyword }, sorts: {}, byDefault: ['m.sent_at', 'desc'], tieBreaker: 'm.id' });
  const people = await peopleOf(
    ctx,
    page.list.flatMap((row) => [row.sender_id, peerOf(row, userId)]),
  );
  return {
    pagination: page.pagination,
    list: page.list.map((row) => {
      const peer = peerOf(row, userId);
      return {
        ...{ id: row.id, seq: row.seq, peerId: peer, peerName: row.kind === 'group' ? row.full_name : (people.get(peer) ?? nobody(peer)).realName },
        ...{ sendUserId: row.sender_id, sendRealName: people.get(row.sender_id)?.realName ?? '', sendTime: row.sent_at.getTime() },
        ...{ content: row.content, contentType: row.message_kind },
      };
    }),
  };
}

type Asked = BodyOf<typeof chatContract.routes.searchAll>;

/** Whoever wrote it, or is or was in the conversation. */
const concerns = (personId: string) =>
  isGroupPeer(personId)
    ? sql<SqlBool>`c.low_id = ${personId.slice(GROUP_PREFIX.length)} and c.kind = 'group'`
    : sql<SqlBool>`(m.sender_id = ${personId} or exists (select from chat.member as p where p.conversation_id = m.conversation_id and p.user_id = ${personId}))`;

/** Finds in what people of the searcher's organisations wrote, newest first; the search is put on record with its words and its reason. */
export async function searchAll(ctx: Ctx, { keyword = '', personId, from, until, reason, ...request }: Asked): Promise<Page<AuditedMessage>> {
  ctx.audit({ subject: 'chat-search', subjectId: personId ?? '', note: reason.trim(), after: { keyword, personId: personId ?? '', from, until } });
  const matches = matchesKeyword('m.search_grams', keyword, ['m.content']);
  const found = await foundPage(
    (orgIds) => {
      // rows: what people of these organisations wrote, for those who hold the right to search over all
      let query = ctx.db
        .selectFrom('chat.message as m')
        .innerJoin('chat.conversation as c', 'c.id', 'm.conversation_id')
        .select([
          'm.id',
          'm.sender_id',
          'm.kind as message_kind',
          'm.content',
          'm.sent_at',
          'c.kind',
          'c.low_id as lowId',
          'c.high_id as highId',
          'c.full_name',
        ])
        .where('m.org_id', 'in', [...orgIds]);
      if (matches) query = query.where(matches);
      if (personId !== undefined) query = query.where(concerns(personId));
      if (from !== undefined) query = query.where('m.sent_at', '>=', new Date(from));
      return until === undefined ? query : query.where('m.sent_at', '<', new Date(until));
    },
    {
      ...{ db: ctx.db, orgIds: ctx.user.orgIds, request: { ...request, keyword } },
      order: [
        ['m.sent_at', 'desc'],
        ['m.id', 'desc'],
      ],
      searched: matches !== undefined || personId !== undefined,
    },
  );
  const people = await peopleOf(
    ctx,
    found.rows.flatMap((row) => [row.sender_id, receiverOf(row, row.sender_id)]),
  );
  return toPage(
    found.rows.map((row) => {
      const receiver = receiverOf(row, row.sender_id);
      return {
        ...{ id: row.id, sendUserId: row.sender_id, sendRealName: people.get(row.sender_id)?.realName ?? '', receiveUserId: receiver },
        receiveName: row.kind === 'group' ? row.full_name : (people.get(receiver)?.realName ?? ''),
        ...{ sendTime: row.sent_at.getTime(), content: row.content, contentType: row.message_kind },
      };
    }),
    found.total,
    request,
  );
}
