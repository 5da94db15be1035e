import { toPage } from '@nephra/plugin-sdk/contract';
import { implement, selectPage, wordOf } from '@nephra/plugin-sdk/server';
import { nextTry, stateAfter } from '../../domain/work/staff-text.ts';
import { staffMessageContract, type StaffMessageRow } from '../../contract/work/staff-message.contract.ts';
import { type StaffMessageStored, staffMessageTable, staffReceiverTable } from '../tables/staff-message.table.ts';
import type { Ctx, WechatDb } from '../tables/tables.ts';
import { ageOf, decideStaffMessage, sendStaffMessageAgain } from './send-again.command.ts';
import { sendStaffMessage } from './send-message.command.ts';

function shown(ctx: Ctx, row: StaffMessageStored): StaffMessageRow {
  const age = ageOf(ctx, row);
  const state = stateAfter(row.state, age);
  const reason = state === row.state ? row.reason : 'no-answer';
  return {
    ...{ id: row.id, content: row.content, state, toUsers: row.toUsers, receivers: row.receivers, unreached: row.unreached },
    ...{ reason: reason === '' ? '' : wordOf(ctx, `qyMessage.reasons.${reason}`, reason), creatorUser: row.creatorUser, creatorTime: row.createdAt.getTime() },
    ...{ msgId: row.msgId, mayAgain: nextTry(row.state, age) === 'none' ? (0 as const) : (1 as const) },
  };
}

function told(ctx: Ctx, row: StaffMessageStored): StaffMessageRow {
  if (row.unreached > 0) ctx.message('qySentSome', { n: row.receivers - row.unreached, missed: row.unreached });
  else ctx.message('qySent', { n: row.receivers });
  return shown(ctx, row);
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
    return told(ctx, await sendStaffMessage(ctx, body));
  },
  async again({ params }, ctx) {
    return told(ctx, await sendStaffMessageAgain(ctx, params.id));
  },
  async decide({ params, body }, ctx) {
    const row = await decideStaffMessage(ctx, params.id, body.arrived === 1);
    ctx.message('qyDecided');
    return shown(ctx, row);
  },
});
