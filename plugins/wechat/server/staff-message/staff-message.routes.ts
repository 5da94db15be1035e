import { toPage } from '@nephra/plugin-sdk/contract';
import { implement, selectPage, wordOf } from '@nephra/plugin-sdk/server';
import { staffMessageContract, type StaffMessageRow } from '../../contract/work/staff-message.contract.ts';
import { type StaffMessageStored, staffMessageTable, staffReceiverTable } from '../tables/staff-message.table.ts';
import type { Ctx, WechatDb } from '../tables/tables.ts';
import { sendStaffMessage } from './send-message.command.ts';

/** A message that is on its way for so long has lost its process. */
const SENDING_MS = 10 * 60_000;

function shown(ctx: Ctx, row: StaffMessageStored): StaffMessageRow {
  const lost = row.state === 'sending' && ctx.clock.now().getTime() - row.createdAt.getTime() > SENDING_MS;
  const reason = lost ? 'no-answer' : row.reason;
  return {
    ...{ id: row.id, content: row.content, state: lost ? 'doubtful' : row.state, toUsers: row.toUsers, receivers: row.receivers, unreached: row.unreached },
    ...{ reason: reason === '' ? '' : wordOf(ctx, `qyMessage.reasons.${reason}`, reason), creatorUser: row.creatorUser, creatorTime: row.createdAt.getTime() },
  };
}

/** Messages that people write to staff. */
export const staffMessageRoutes = implement<WechatDb>()(staffMessageContract, {
  async list({ query }, ctx) {
    const found = staffMessageTable.select(ctx, 'message');
    const page = await selectPage(found, { db: ctx.db, request: query, sorts: {}, byDefault: ['message.createdAt', 'desc'], tieBreaker: 'message.id' });
    return toPage(
      page.list.map((row) => shown(ctx, row)),
      page.pagination.total,
      query,
    );
  },
  async info({ params }, ctx) {
    const row = await staffMessageTable.one(ctx, params.id);
    const people = await staffReceiverTable.select(ctx, 'receiver').where('receiver.messageId', '=', row.id).orderBy('receiver.member').execute();
    return {
      ...shown(ctx, row),
      people: people.map(({ userId, realName, member, reached }) => ({ userId, realName, qyWxUserId: member, reached: reached ? (1 as const) : (0 as const) })),
    };
  },
  async send({ body }, ctx) {
    const row = await sendStaffMessage(ctx, body.userIds, body.content);
    if (row.unreached > 0) ctx.message('qySentSome', { n: row.receivers - row.unreached, missed: row.unreached });
    else ctx.message('qySent', { n: row.receivers });
    return shown(ctx, row);
  },
});
