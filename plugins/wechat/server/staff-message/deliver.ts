import { staffText, unreachedIn } from '../../domain/work/staff-text.ts';
import type { WorkAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import { MAX_MSG_ID, type StaffMessageStored } from '../tables/staff-message.table.ts';
import type { Ctx } from '../tables/tables.ts';
import type { Receiver } from './receivers.ts';

export type Settled = Pick<StaffMessageStored, 'state' | 'reason' | 'errcode' | 'unreached' | 'msgId'>;

export async function settle(ctx: Ctx, row: StaffMessageStored, to: Settled): Promise<StaffMessageStored> {
  const { msgId: msg_id, ...others } = to;
  // rows: the message in hand
  await ctx.db
    .updateTable('wechat.staff_message')
    .set({ ...others, msg_id })
    .where('id', '=', row.id)
    .execute();
  return { ...row, ...to };
}

/** @param members of the receivers, in small letters, whom nothing was delivered to */
export async function noteReached(ctx: Ctx, row: StaffMessageStored, people: readonly Receiver[], unreached: ReadonlySet<string>): Promise<number> {
  const reached = people.filter(({ member }) => member !== '' && !unreached.has(member.toLowerCase())).map(({ userId }) => userId);
  if (reached.length > 0) {
    // rows: receivers of the message in hand
    await ctx.db.updateTable('wechat.staff_receiver').set({ reached: true }).where('message_id', '=', row.id).where('user_id', 'in', reached).execute();
  }
  return people.length - reached.length;
}

/**
 * One try of a message that is on record as on its way. The service drops what it gets twice, so a lost answer is asked for once more (`callWork`), and only what then
 * has no answer is doubtful. What was doubtful before stays so when this try is refused: the earlier one may have arrived.
 * @throws AppError `wechat.work-…`
 */
export async function deliver(
  ctx: Ctx,
  account: WorkAccount,
  row: StaffMessageStored,
  people: readonly Receiver[],
  wasDoubtful: boolean,
): Promise<StaffMessageStored> {
  // Sorted: a repeat is the same to the letter.
  const members = people.flatMap(({ member }) => (member === '' ? [] : [member])).sort();
  try {
    const body = staffText({ id: row.id, members, agentId: account.agentId, content: row.content });
    const said = await callWork(ctx, account, { path: '/cgi-bin/message/send', query: {}, body, repeatable: true });
    const unreached = await noteReached(ctx, row, people, unreachedIn(said.invaliduser, said.unlicenseduser));
    const msgId = typeof said.msgid === 'string' ? said.msgid.slice(0, MAX_MSG_ID) : '';
    return await settle(ctx, row, { state: 'sent', reason: '', errcode: 0, unreached, msgId });
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    const state = error.doubtful || wasDoubtful ? 'doubtful' : 'refused';
    const reason = wasDoubtful ? 'no-answer' : error.failure;
    await settle(ctx, row, { state, reason, errcode: error.errcode, unreached: state === 'refused' ? people.length : 0, msgId: '' });
    throw refusalOf(error, account.gateway);
  }
}
