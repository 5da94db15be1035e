import { type BodyOf, countLimit, MAX_FOUND, type Page, type QueryOf, toPage } from '@nephra/plugin-sdk/contract';
import { foundPage, matchesKeyword, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { AuditedMessage, chatContract, FoundMessage } from '../../contract/conversation.contract.ts';
import { GROUP_PREFIX, isGroupPeer } from '../../contract/limits.ts';
import type { MessageType } from '../../contract/message.schema.ts';
import { peerOf, receiverOf, type Sides } from '../../domain/peer.ts';
import type { Ctx } from '../tables/tables.ts';
import { nobody, peopleOf } from './people.ts';
import { standingIn } from './standing.ts';

const NEWEST_FIRST = [
  ['m.sent_at', 'desc'],
  ['m.id', 'desc'],
] as const;

type OwnAsked = QueryOf<typeof chatContract.routes.search>;

/** A conversation that the caller is in. */
interface OwnConversation {
  readonly id: string;
  /** Nothing in it is newer. */
  readonly last_at: Date;
}

/** The caller's conversations, the liveliest first; of one that is named that one. */
async function ownConversations(ctx: Ctx, conversationId: string | undefined): Promise<readonly OwnConversation[]> {
  // rows: conversations that the caller is in
  let query = ctx.db
    .selectFrom('chat.member as me')
    .innerJoin('chat.conversation as c', 'c.id', 'me.conversation_id')
    .select(['c.id', 'c.last_at'])
    .where('me.user_id', '=', ctx.user.userId)
    .where('me.left_at', 'is', null);
  if (conversationId !== undefined) query = query.where('c.id', '=', conversationId);
  return await query.orderBy('c.last_at', 'desc').orderBy('c.id').execute();
}

/**
 * Messages of these conversations, from when the caller came on. They are named, so that the database can lay what the words find beside what lies in them and reads no
 * message that is not in both: joined alone it reads all that the caller was ever written.
 */
function ownMessages(ctx: Ctx, keyword: string, conversationIds: readonly string[]) {
  // rows: of conversations that the caller is in, from when they came on
  return ctx.db
    .selectFrom('chat.member as me')
    .innerJoin('chat.conversation as c', 'c.id', 'me.conversation_id')
    .innerJoin('chat.message as m', 'm.conversation_id', 'me.conversation_id')
    .select(['m.id', 'm.seq', 'm.sender_id', 'm.kind as message_kind', 'm.content', 'm.sent_at'])
    .select(['c.kind', 'c.low_id as lowId', 'c.high_id as highId', 'c.full_name'])
    .where(sql<SqlBool>`m.conversation_id = any(${[...conversationIds]}::text[])`)
    .where('me.user_id', '=', ctx.user.userId)
    .where('me.left_at', 'is', null)
    .whereRef('m.seq', '>', 'me.from_seq')
    .where(matchesKeyword('m.search_grams', keyword, ['m.content']) ?? sql<SqlBool>`false`);
}

/**
 * Finds in the caller's own conversations, newest first. Few rows are found by their pieces and sorted; of a word that stands everywhere, the conversations are walked
 * from their ends, the liveliest first.
 */
export async function searchOwn(ctx: Ctx, { peerId, keyword, ...request }: OwnAsked): Promise<Page<FoundMessage>> {
  const { userId } = ctx.user;
  const standing = peerId === undefined ? undefined : await standingIn(ctx, peerId);
  if ((peerId !== undefined && !standing) || keyword.trim() === '') return toPage<FoundMessage>([], 0, request);
  const own = await ownConversations(ctx, standing?.conversationId);
  if (own.length === 0) return toPage<FoundMessage>([], 0, request);
  const rowsOf = () =>
    ownMessages(
      ctx,
      keyword,
      own.map(({ id }) => id),
    );
  const { rows, total } = await foundPage(rowsOf, {
    ...{ db: ctx.db, orgIds: [ctx.user.orgId], request: { ...request, keyword }, order: NEWEST_FIRST, searched: true, countUpTo: MAX_FOUND },
    walk: ({ limit, offset }) => walkOwn(ctx, keyword, own, offset + limit).then((found) => found.slice(offset)),
  });
  const people = await peopleOf(
    ctx,
    rows.flatMap((row) => [row.sender_id, peerOf(row, userId)]),
  );
  return toPage(
    rows.map((row) => {
      const peer = peerOf(row, userId);
      return {
        ...{ id: row.id, seq: row.seq, peerId: peer, peerName: row.kind === 'group' ? row.full_name : (people.get(peer) ?? nobody(peer)).realName },
        ...{ sendUserId: row.sender_id, sendRealName: people.get(row.sender_id)?.realName ?? '', sendTime: row.sent_at.getTime() },
        ...{ content: row.content, contentType: row.message_kind },
      };
    }),
    total,
    request,
  );
}

interface OwnRow extends Sides {
  readonly id: string;
  readonly seq: number;
  readonly sender_id: string;
  readonly message_kind: MessageType;
  readonly content: string;
  readonly sent_at: Date;
  readonly full_name: string;
}

/** Conversations that are walked together, at least: of most words the first ones fill a page. */
const WALKED_AT_ONCE = 50;
/** Messages of each that are read in the first turn, at least. */
const FIRST_TURN = 2;
const MAX_SEQ = 2_147_483_647;

const newestFirst = (a: OwnRow, b: OwnRow): number => b.sent_at.getTime() - a.sent_at.getTime() || (a.id < b.id ? 1 : -1);

/**
 * The liveliest conversations first: each is read a little way from its end, and only those further that may have more of the page, each turn twice as far; none that went
 * silent before what was found. Were each read as far as a page reaches, one deep in what is found would read most of ten years.
 */
async function walkOwn(ctx: Ctx, keyword: string, own: readonly OwnConversation[], limit: number): Promise<OwnRow[]> {
  let found: OwnRow[] = [];
  const together = Math.max(WALKED_AT_ONCE, limit);
  for (let at = 0; at < own.length; at += together) {
    const [last, liveliest] = [found[limit - 1], own[at]];
    if (last && liveliest && liveliest.last_at < last.sent_at) break;
    let open = own.slice(at, at + together).map(({ id }) => ({ id, before: MAX_SEQ }));
    for (let turn = Math.max(FIRST_TURN, Math.ceil(limit / open.length)); open.length > 0; turn *= 2) {
      const rows = await readTurn(ctx, keyword, open, turn);
      found = [...found, ...rows].toSorted(newestFirst).slice(0, limit);
      open = mayHaveMore(rows, turn, found[limit - 1]);
    }
  }
  return found;
}

/** Conversations that gave as much as they were asked for, all of it newer than the end of the page, from where they go on. */
function mayHaveMore(rows: readonly TurnRow[], turn: number, last: OwnRow | undefined): { id: string; before: number }[] {
  const read = new Map<string, { count: number; oldest: TurnRow }>();
  for (const row of rows) {
    const known = read.get(row.conversation_id);
    read.set(row.conversation_id, { count: (known?.count ?? 0) + 1, oldest: known && known.oldest.seq < row.seq ? known.oldest : row });
  }
  return [...read].flatMap(([id, { count, oldest }]) => (count === turn && !(last && oldest.sent_at < last.sent_at) ? [{ id, before: oldest.seq }] : []));
}

interface TurnRow extends OwnRow {
  readonly conversation_id: string;
}

async function readTurn(
  ctx: Ctx,
  keyword: string,
  open: readonly { readonly id: string; readonly before: number }[],
  turn: number,
): Promise<readonly TurnRow[]> {
  const matches = matchesKeyword('m.search_grams', keyword, ['m.content']) ?? sql<SqlBool>`false`;
  // rows: of conversations that the caller is in, from when they came on
  const { rows } = await sql<TurnRow>`
    select me.conversation_id, m.id, m.seq, m.sender_id, m.message_kind, m.content, m.sent_at, c.kind, c.low_id as "lowId", c.high_id as "highId", c.full_name
    from unnest(${open.map(({ id }) => id)}::text[], ${open.map(({ before }) => before)}::integer[]) as asked (id, before)
    join chat.member as me on me.conversation_id = asked.id join chat.conversation as c on c.id = me.conversation_id
    cross join lateral (select m.id, m.seq, m.sender_id, m.kind as message_kind, m.content, m.sent_at from chat.message as m
      where m.conversation_id = me.conversation_id and m.seq > me.from_seq and m.seq < asked.before and (${matches}) is true order by m.seq desc limit ${turn}) as m
    where me.user_id = ${ctx.user.userId} and me.left_at is null`.execute(ctx.db);
  return rows;
}

type Asked = BodyOf<typeof chatContract.routes.searchAll>;

/**
 * In a conversation that this person is or was in, which is where they write; or in this group. With words they are named, as in `ownMessages`: otherwise the
 * database reads all that lies in them for a word that it expects to be frequent.
 */
async function concerns(ctx: Ctx, personId: string, named: boolean) {
  if (isGroupPeer(personId)) return sql<SqlBool>`m.conversation_id = ${personId.slice(GROUP_PREFIX.length)}`;
  // rows: conversations of somebody whom a search over all is about
  const theirs = ctx.db.selectFrom('chat.member as p').select('p.conversation_id').where('p.user_id', '=', personId);
  if (!named) return sql<SqlBool>`m.conversation_id in ${theirs}`;
  const ids = (await theirs.execute()).map((row) => row.conversation_id);
  return sql<SqlBool>`m.conversation_id = any(${ids}::text[])`;
}

/** Finds in what people of the searcher's organisations wrote, newest first, with words no more than the 1,000 newest; the search is put on record with its words and its reason. */
export async function searchAll(ctx: Ctx, { keyword = '', personId, from, until, reason, ...request }: Asked): Promise<Page<AuditedMessage>> {
  ctx.audit({ subject: 'chat-search', subjectId: personId ?? '', note: reason.trim(), after: { keyword, personId: personId ?? '', from, until } });
  const matches = matchesKeyword('m.search_grams', keyword, ['m.content']);
  const about = personId === undefined ? undefined : await concerns(ctx, personId, matches !== undefined);
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
      if (about) query = query.where(about);
      if (from !== undefined) query = query.where('m.sent_at', '>=', new Date(from));
      return until === undefined ? query : query.where('m.sent_at', '<', new Date(until));
    },
    {
      ...{ db: ctx.db, orgIds: ctx.user.orgIds, request: { ...request, keyword } },
      order: NEWEST_FIRST,
      searched: matches !== undefined || personId !== undefined,
      countUpTo: countLimit({ keyword }),
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
