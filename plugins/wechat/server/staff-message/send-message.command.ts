import { AppError, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import { workAccounts } from '@nephra/plugin-sdk/server';
import { contacts } from '../../../permission/contract/index.ts';
import { MAX_STAFF_TEXT_BYTES } from '../../contract/work/work-limits.ts';
import { leakIn } from '../../domain/public/leaves-house.ts';
import { bytesOf } from '../../domain/public/menu-rules.ts';
import { staffText, unreachedIn } from '../../domain/work/staff-text.ts';
import { workAccount } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { refusalOf, WechatError } from '../gateway/wechat-error.ts';
import { namesShown, type StaffMessageStored, staffMessageTable, staffReceiverTable } from '../tables/staff-message.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { namesIn } from './names-in.ts';

interface Receiver {
  readonly userId: UserId;
  readonly realName: string;
  readonly member: string;
}

const invalid = (key: string, path: string, params: Readonly<Record<string, string>> = {}): AppError =>
  new AppError(`wechat.qy-${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** Those whom the caller may write to, as in the chat, with their members. */
async function receiversOf(ctx: Ctx, userIds: readonly string[]): Promise<readonly Receiver[]> {
  const people = await ctx.service(contacts).look(ctx.user, userIds);
  // Oneself is nobody's contact; whoever writes to a ward may stand on its list.
  const there = userIds.flatMap((id) => {
    const one = people.get(id);
    return one?.open && (one.reachable || one.id === ctx.user.userId) ? [one] : [];
  });
  if (there.length < userIds.length) throw invalid('person-unknown', 'userIds');
  const members = await ctx.service(workAccounts).workUserIds(there.map(({ id }) => id));
  const unbound = there.filter(({ id }) => !members.has(id));
  if (unbound.length > 0) throw invalid('unbound', 'userIds', { names: namesShown(unbound.map(({ realName }) => realName)) });
  return there.map(({ id, realName }) => ({ userId: id, realName, member: members.get(id) ?? '' }));
}

async function settle(
  ctx: Ctx,
  row: StaffMessageStored,
  to: Pick<StaffMessageStored, 'state' | 'reason' | 'errcode' | 'unreached'>,
): Promise<StaffMessageStored> {
  // rows: the message in hand
  await ctx.db.updateTable('wechat.staff_message').set(to).where('id', '=', row.id).execute();
  return { ...row, ...to };
}

/**
 * On record before it leaves: killed in between it stays `sending` and is told as doubtful. The service drops what it gets twice, so a lost answer is asked for once more
 * (`callWork`), and only what then has no answer is doubtful.
 */
export async function sendStaffMessage(ctx: Ctx, userIds: readonly string[], typed: string): Promise<StaffMessageStored> {
  const content = typed.trim();
  if (content === '' || bytesOf(content) > MAX_STAFF_TEXT_BYTES) throw invalid('text-long', 'content');
  const account = await workAccount(ctx);
  if (!account?.messageOn) throw new AppError('wechat.qy-off', { code: EnvelopeCode.Refused });
  const people = await receiversOf(ctx, userIds);
  const leak = leakIn(content, { names: await namesIn(ctx, content), diagnoses: [] });
  if (leak) throw invalid(`leak-${leak}`, 'content');
  const row = await staffMessageTable.insert(ctx, {
    ...{ orgId: ctx.user.orgId, content, state: 'sending', reason: '', errcode: 0, toUsers: namesShown(people.map(({ realName }) => realName)) },
    ...{ receivers: people.length, unreached: 0, creatorId: ctx.user.userId, creatorUser: ctx.user.userName.slice(0, 100) },
  });
  await staffReceiverTable.insertAll(
    ctx,
    people.map(({ userId, realName, member }) => ({ messageId: row.id, userId, realName: realName.slice(0, 100), member, reached: false })),
  );
  // Not what it says: that stands in the log of the page, for those who see it there.
  ctx.audit({ subject: 'wechat-staff-message', subjectId: row.id, after: { userIds: people.map(({ userId }) => userId), characters: content.length } });
  try {
    const body = staffText({ id: row.id, members: people.map(({ member }) => member), agentId: account.agentId, content });
    const said = await callWork(ctx, account, { path: '/cgi-bin/message/send', query: {}, body, repeatable: true });
    const unreached = unreachedIn(said.invaliduser);
    const reached = people.filter(({ member }) => !unreached.has(member.toLowerCase())).map(({ userId }) => userId);
    if (reached.length > 0) {
      // rows: receivers of the message in hand
      await ctx.db.updateTable('wechat.staff_receiver').set({ reached: true }).where('message_id', '=', row.id).where('user_id', 'in', reached).execute();
    }
    return await settle(ctx, row, { state: 'sent', reason: '', errcode: 0, unreached: people.length - reached.length });
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    const state = error.doubtful ? 'doubtful' : 'refused';
    await settle(ctx, row, { state, reason: error.failure, errcode: error.errcode, unreached: state === 'refused' ? people.length : 0 });
    throw refusalOf(error, account.gateway);
  }
}
