import { type ChannelMessage, type ChannelResult, type Lease, type MessageChannel, sql } from '@nephra/plugin-sdk/server';
import { roomNow } from '../../../domain/send/channel-room.ts';
import { afterCutOff, afterTry } from '../../../domain/send/after-try.ts';
import { maskedAddress } from '../../../domain/send/masked-address.ts';
import { MAX_AGE_MS } from '../../../domain/send/pauses.ts';
import { quietUntil } from '../../../domain/send/quiet-hours.ts';
import { type OutboxStored, outboxTable } from '../../tables/outbox.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { quietOf } from '../preference/quiet-hours.query.ts';
import { addressesNow } from './addresses-now.ts';
import type { LanePort, Noted, Step } from './drain-lane.ts';

const MAX_SAID = 200;
const MINUTE_MS = 60_000;

/** Changes a row that still stands as it was read. @returns whether it did */
async function changeRow(ctx: ReadCtx, { id, version }: OutboxStored, change: object): Promise<boolean> {
  const set = { ...change, version: version + 1, updated_at: ctx.clock.now() };
  // rows: a row of the channel in hand, under its lease or by the name of the try; nobody reads it here
  const { numUpdatedRows } = await ctx.db.updateTable('message.outbox').set(set).where('id', '=', id).where('version', '=', version).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a row says, for its channel. */
const messageOf = (row: OutboxStored, address: string): ChannelMessage => ({
  ...{ id: row.id, address, kind: row.kind, urgency: row.urgency, language: row.language, subject: row.subject, text: row.bodyText, params: row.params },
});

/** Rows of one channel in the database. */
export function laneRows(ctx: ReadCtx, channel: MessageChannel, lease: Pick<Lease, 'keep'>): LanePort<OutboxStored> {
  const ofChannel = () => outboxTable.everywhere(ctx, 'work on what leaves the product', 'row').where('row.channel', '=', channel.code);

  async function stepOf(row: OutboxStored, address: string | undefined, quietEnd: number | undefined): Promise<Step<OutboxStored>> {
    if (ctx.clock.now().getTime() - row.createdAt.getTime() > MAX_AGE_MS) return { row, act: 'give-up', reason: 'too-old' };
    if (address === undefined) return { row, act: 'give-up', reason: 'no-address' };
    if (quietEnd !== undefined) return { row, act: 'wait', until: new Date(ctx.clock.steady().getTime() + quietEnd - ctx.clock.now().getTime()) };
    return { row, act: 'send', message: messageOf(row, address) };
  }

  return {
    async releaseOrphans() {
      await ctx.transaction(async () => {
        await lease.keep();
        for (const row of await ofChannel().where('row.state', '=', 'sending').orderBy('row.id').execute()) {
          const state = afterCutOff(channel.recognisesRepeats, row.tries);
          const ended = state === 'doubtful' ? { ended_at: ctx.clock.now() } : {};
          await changeRow(ctx, row, { state, unsure: true, reason: 'cut-off', next_try_at: ctx.clock.steady(), ...ended });
        }
      });
    },

    async room() {
      const now = ctx.clock.steady().getTime();
      // rows: moments alone
      const rows = await ctx.db
        .selectFrom('message.outbox')
        .select('attempted_at')
        .where('channel', '=', channel.code)
        .where('attempted_at', '>', new Date(now - MINUTE_MS))
        .orderBy('attempted_at', 'desc')
        .limit(channel.limits.perMinute)
        .execute();
      return roomNow(
        rows.flatMap(({ attempted_at }) => attempted_at?.getTime() ?? []),
        now,
        channel.limits,
      );
    },

    due: async (limit) =>
      await ofChannel()
        .where('row.state', '=', 'waiting')
        .where('row.nextTryAt', '<=', ctx.clock.steady())
        .orderBy('row.rank')
        .orderBy('row.id')
        .limit(limit)
        .execute(),

    async plan(rows) {
      const addresses = await addressesNow(channel, rows);
      const people = [...new Set(rows.filter(({ orgId }) => orgId === '').map(({ userId }) => userId))];
      const now = ctx.clock.now().getTime();
      const quiet = await quietOf(ctx, people);
      return await Promise.all(
        rows.map((row) => {
          const hours = row.urgency === 'urgent' ? undefined : quiet.get(row.userId);
          return stepOf(row, addresses.get(row.userId), hours && quietUntil(now, hours));
        }),
      );
    },

    note: (steps) =>
      ctx.transaction(async () => {
        await lease.keep();
        const noted: Noted<OutboxStored>[] = [];
        for (const step of steps) {
          const { row } = step;
          if (step.act === 'wait') await changeRow(ctx, row, { next_try_at: step.until });
          else if (step.act === 'give-up')
            await changeRow(ctx, row, { state: row.unsure ? 'doubtful' : 'given-up', reason: step.reason, ended_at: ctx.clock.now() });
          else {
            const attemptId = ctx.newId();
            const begun = { state: 'sending', tries: row.tries + 1, attempt_id: attemptId, attempted_at: ctx.clock.steady(), reason: '', said: '' };
            if (await changeRow(ctx, row, { ...begun, address: maskedAddress(step.message.address) }))
              noted.push({ row: { ...row, state: 'sending', tries: row.tries + 1, attemptId, version: row.version + 1 }, message: step.message });
          }
        }
        return noted;
      }),

    send: (message) => channel.send(message),

    async settle({ row }, result: ChannelResult) {
      const after = afterTry(result.outcome, row);
      const reason = result.outcome === 'sent' ? '' : result.reason;
      const said = result.outcome === 'sent' ? '' : (result.said ?? '').slice(0, MAX_SAID);
      const ended = after.state === 'waiting' ? { next_try_at: new Date(ctx.clock.steady().getTime() + after.pauseMs) } : { ended_at: ctx.clock.now() };
      // rows: the row of this try, by its name: also when somebody took it for cut off meanwhile, for this process knows what became of it
      await ctx.db
        .updateTable('message.outbox')
        .set({ state: after.state, reason, said, version: sql<number>`version + 1`, updated_at: ctx.clock.now(), ...ended })
        .where('id', '=', row.id)
        .where('attempt_id', '=', row.attemptId)
        .where('state', 'in', ['sending', 'doubtful'])
        .execute();
    },
  };
}
