import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { MAX_STAFF_TEXT_BYTES } from '../../contract/work/work-limits.ts';
import { leakIn } from '../../domain/public/leaves-house.ts';
import { bytesOf } from '../../domain/public/menu-rules.ts';
import { type WorkAccount, workAccount } from '../account/work-account.ts';
import { namesShown, type StaffMessageStored, staffMessageTable, staffReceiverTable } from '../tables/staff-message.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { deliver } from './deliver.ts';
import { namesIn } from './names-in.ts';
import { invalid, receiversOf } from './receivers.ts';

/** @throws AppError `wechat.qy-off` */
export async function accountToSend(ctx: Ctx): Promise<WorkAccount> {
  const account = await workAccount(ctx);
  if (!account?.messageOn) throw new AppError('wechat.qy-off', { code: EnvelopeCode.Refused });
  return account;
}

/** @throws AppError `wechat.qy-leak-…`, `wechat.qy-names-unknown`: nothing of a patient leaves */
export async function refuseLeak(ctx: Ctx, content: string): Promise<void> {
  const leak = leakIn(content, { names: await namesIn(ctx, content), diagnoses: [] });
  if (leak) throw invalid(`leak-${leak}`, 'content');
}

export interface StaffMessageWritten {
  readonly userIds: readonly string[];
  readonly departmentIds?: readonly string[] | undefined;
  readonly content: string;
}

/** On record before it leaves: killed in between it stays `sending` and is told as doubtful. */
export async function sendStaffMessage(ctx: Ctx, { userIds, departmentIds = [], content: typed }: StaffMessageWritten): Promise<StaffMessageStored> {
  const content = typed.trim();
  if (content === '' || bytesOf(content) > MAX_STAFF_TEXT_BYTES) throw invalid('text-long', 'content');
  const account = await accountToSend(ctx);
  const people = await receiversOf(ctx, userIds, departmentIds);
  await refuseLeak(ctx, content);
  const row = await staffMessageTable.insert(ctx, {
    ...{ orgId: ctx.user.orgId, content, state: 'sending', reason: '', errcode: 0, toUsers: namesShown(people.map(({ realName }) => realName)) },
    ...{ receivers: people.length, unreached: 0, creatorId: ctx.user.userId, creatorUser: ctx.user.userName.slice(0, 100) },
    ...{ triedAt: ctx.clock.steady(), msgId: '' },
  });
  await staffReceiverTable.insertAll(
    ctx,
    people.map(({ userId, realName, member }) => ({ messageId: row.id, userId, realName: realName.slice(0, 100), member, reached: false })),
  );
  // Not what it says: that stands in the log of the page, for those who see it there.
  ctx.audit({
    ...{ subject: 'wechat-staff-message', subjectId: row.id },
    after: { userIds: people.map(({ userId }) => userId), departmentIds, characters: content.length },
  });
  return await deliver(ctx, account, row, people, false);
}
