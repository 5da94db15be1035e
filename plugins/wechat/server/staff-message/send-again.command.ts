import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { nextTry, stateAfter } from '../../domain/work/staff-text.ts';
import { type StaffMessageStored, staffMessageTable, staffReceiverTable } from '../tables/staff-message.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { deliver, noteReached, settle } from './deliver.ts';
import { type Receiver, receiversAgain } from './receivers.ts';
import { accountToSend, refuseLeak } from './send-message.command.ts';

export const ageOf = (ctx: Pick<Ctx, 'clock'>, { triedAt }: StaffMessageStored): number => ctx.clock.steady().getTime() - triedAt.getTime();

const notNow = (key: 'not-again' | 'decided'): AppError => new AppError(`wechat.qy-${key}`, { code: EnvelopeCode.Conflict });

async function receiversBefore(ctx: Ctx, row: StaffMessageStored): Promise<readonly Receiver[]> {
  const found = await staffReceiverTable.select(ctx, 'receiver').where('receiver.messageId', '=', row.id).orderBy('receiver.userId').execute();
  return found.map(({ userId, realName, member }) => ({ userId: userId as Receiver['userId'], realName, member }));
}

/** Of several who press at once one goes on. @throws AppError `wechat.qy-not-again` */
async function claim(ctx: Ctx, row: StaffMessageStored, triedAt: Date): Promise<StaffMessageStored> {
  // rows: the message that came through its door
  const { numUpdatedRows } = await ctx.db
    .updateTable('wechat.staff_message')
    .set({ state: 'sending', tried_at: triedAt })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('tried_at', '=', row.triedAt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notNow('not-again');
  return { ...row, state: 'sending', triedAt };
}

/**
 * What was refused goes to those of its receivers who are bound now, looked through again; what is doubtful goes word by word to the same members, so that the service
 * drops what it has. A changed account would be another sender to it: then a person decides.
 */
export async function sendStaffMessageAgain(ctx: Ctx, id: string): Promise<StaffMessageStored> {
  const row = await staffMessageTable.one(ctx, id);
  const account = await accountToSend(ctx);
  const way = nextTry(row.state, ageOf(ctx, row));
  if (way === 'none' || (way === 'repeat' && account.updatedAt > ctx.clock.shown(row.triedAt))) throw notNow('not-again');
  const before = await receiversBefore(ctx, row);
  ctx.audit({ subject: 'wechat-staff-message', subjectId: row.id, after: { again: way } });
  if (way === 'repeat') return await deliver(ctx, account, await claim(ctx, row, row.triedAt), before, true);
  const people = await receiversAgain(ctx, before);
  await refuseLeak(ctx, row.content);
  const claimed = await claim(ctx, row, ctx.clock.steady());
  for (const { userId, member } of people) {
    // rows: receivers of the message in hand
    await ctx.db.updateTable('wechat.staff_receiver').set({ member }).where('message_id', '=', row.id).where('user_id', '=', userId).execute();
  }
  return await deliver(ctx, account, claimed, people, false);
}

/** Said by a person; the same said twice is once. @throws AppError `wechat.qy-decided`: it is not doubtful, or somebody said otherwise */
export async function decideStaffMessage(ctx: Ctx, id: string, arrived: boolean): Promise<StaffMessageStored> {
  const row = await staffMessageTable.one(ctx, id);
  const reason = arrived ? 'told-arrived' : 'told-lost';
  if (row.reason === reason && row.state === (arrived ? 'sent' : 'refused')) return row;
  if (stateAfter(row.state, ageOf(ctx, row)) !== 'doubtful') throw notNow('decided');
  // rows: the message that came through its door
  const { numUpdatedRows } = await ctx.db
    .updateTable('wechat.staff_message')
    .set({ state: arrived ? 'sent' : 'refused', reason })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('reason', '=', row.reason)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notNow('decided');
  const people = await receiversBefore(ctx, row);
  const unreached = arrived ? await noteReached(ctx, row, people, new Set()) : people.length;
  ctx.audit({ subject: 'wechat-staff-message', subjectId: row.id, before: { state: 'doubtful' }, after: { state: arrived ? 'sent' : 'refused', reason } });
  return await settle(ctx, row, { state: arrived ? 'sent' : 'refused', reason, errcode: 0, unreached, msgId: row.msgId });
}
