import { sql } from '@nephra/plugin-sdk/server';
import type { Conversation } from '../../contract/conversation.contract.ts';
import { MAX_CONVERSATIONS } from '../../contract/limits.ts';
import type { MessageType } from '../../contract/message.schema.ts';
import { peerOf } from '../../domain/peer.ts';
import type { Ctx } from '../tables/tables.ts';
import { nobody, peopleOf } from './people.ts';

/** More unread messages of one conversation are not counted: whoever has not looked for so long does not need the number. */
const MAX_UNREAD = 999;

interface Row {
  readonly kind: 'person' | 'group';
  readonly low_id: string;
  readonly high_id: string;
  readonly full_name: string;
  readonly last_seq: number;
  readonly last_at: Date;
  readonly read_seq: number;
  readonly sender_id: string | null;
  readonly latest_kind: MessageType | null;
  readonly content: string | null;
  readonly unread: string;
  readonly peer_read_seq: number;
}

/** The caller's conversations with their newest message and what is unread in each. */
async function rowsOf(ctx: Ctx, limit: number): Promise<readonly Row[]> {
  const { userId } = ctx.user;
  // rows: conversations that the caller is in, and of each what came since
  const { rows } = await sql<Row>`
    with mine as (
      select c.id, c.kind, c.low_id, c.high_id, c.full_name, c.last_seq, c.last_at, me.read_seq, me.from_seq
      from chat.member as me join chat.conversation as c on c.id = me.conversation_id
      where me.user_id = ${userId} and me.left_at is null order by c.last_at desc, c.id limit ${limit}
    )
    select mine.kind, mine.low_id, mine.high_id, mine.full_name, mine.last_seq, mine.last_at, mine.read_seq, latest.sender_id, latest.kind as latest_kind, latest.content,
      (select count(*) from (select 1 from chat.message as u where u.conversation_id = mine.id and u.seq > greatest(mine.read_seq, mine.from_seq)
        and u.sender_id <> ${userId} limit ${MAX_UNREAD}) as newer) as unread,
      coalesce((select min(other.read_seq) from chat.member as other where other.conversation_id = mine.id and other.user_id <> ${userId} and other.left_at is null), 0)
        as peer_read_seq
    from mine left join chat.message as latest on latest.conversation_id = mine.id and latest.seq = mine.last_seq and mine.last_seq > mine.from_seq
    order by mine.last_at desc, mine.id`.execute(ctx.db);
  return rows;
}

/** GET imreply. */
export async function conversationsOf(ctx: Ctx): Promise<Conversation[]> {
  const { userId } = ctx.user;
  const rows = await rowsOf(ctx, MAX_CONVERSATIONS);
  const sides = rows.map(({ kind, low_id: lowId, high_id: highId }) => peerOf({ kind, lowId, highId }, userId));
  const people = await peopleOf(ctx, [...sides, ...rows.flatMap(({ sender_id }) => sender_id ?? [])]);
  return rows.map((row, at) => {
    const id = sides[at] ?? '';
    const group = { account: '', realName: row.full_name, headIcon: '', open: true };
    const { account, realName, headIcon, open } = row.kind === 'group' ? group : (people.get(id) ?? nobody(id));
    return {
      ...{ id, account, realName, headIcon, latestMessage: row.content ?? '', messageType: row.latest_kind ?? 'text', latestDate: row.last_at.getTime() },
      ...{ unreadMessage: Number(row.unread), kind: row.kind, latestUserId: row.sender_id ?? '' },
      latestUserName: people.get(row.sender_id ?? '')?.realName ?? '',
      ...{ latestSeq: row.last_seq, readSeq: row.read_seq, peerReadSeq: row.peer_read_seq, open },
    };
  });
}
