import { defineEvent } from '@nephra/plugin-sdk/contract';
import { type Job, type LeaseClaim, type LeasedWorker, leasedWorker, messageChannels } from '@nephra/plugin-sdk/server';
import { laneTable } from '../../tables/outbox.table.ts';
import type { MessageDb, ReadCtx } from '../../tables/tables.ts';
import { drainLane } from './drain-lane.ts';
import { laneRows } from './lane-rows.ts';

/** Told after the commit that something waits for this channel. A nudge: what was not told is found by the job. */
export const outboxWritten = defineEvent<{ readonly channel: string }>('message.outbox-written@1');

const LOOK_EVERY_SECONDS = 10;
/** Whoever was killed holds a channel for so long; a try takes less. */
const LEASE_MS = 20_000;

/** A lane wants work where rows wait; it has no end of its own. */
export const laneClaim: LeaseClaim = { table: 'message.lane', order: 'id' };

/** Channels of which rows are due, or lie in the air. */
async function busyChannels(ctx: ReadCtx): Promise<string[]> {
  // rows: codes of channels alone
  const rows = await ctx.db
    .selectFrom('message.outbox')
    .select('channel')
    .distinct()
    .where((eb) => eb.or([eb('state', '=', 'sending'), eb.and([eb('state', '=', 'waiting'), eb('next_try_at', '<=', ctx.clock.steady())])]))
    .orderBy('channel')
    .execute();
  return rows.map(({ channel }) => channel);
}

/** Works on one channel at a time in one process of all, so that its limits hold for them together. */
export function laneWorker(): { readonly worker: LeasedWorker<MessageDb>; readonly job: Job<MessageDb>; wake(ctx: ReadCtx, channel: string): Promise<void> } {
  const worker = leasedWorker<MessageDb>({
    name: 'message-lanes',
    claim: laneClaim,
    leaseMs: LEASE_MS,
    // Each channel has its own limits and waits for no other one.
    atOnce: 20,
    run: async (ctx, code, lease) => {
      const channel = ctx.extensions(messageChannels).find(({ value }) => value.code === code)?.value;
      // Its plugin is off, or it is not set up: rows wait, and are given up when they are outdated.
      if (!channel || !(await channel.ready())) return await lease.giveBack(LOOK_EVERY_SECONDS * 1_000);
      const waitMs = await drainLane(laneRows(ctx, channel, lease), () => lease.stopping());
      await lease.giveBack(waitMs);
    },
  });
  const wake = async (ctx: ReadCtx, channel: string): Promise<void> => {
    await laneTable.insertAll(ctx, [{ id: channel, leaseOwner: '', leaseUntil: ctx.clock.steady() }], { unlessTaken: ['id'] });
    await worker.wake(ctx, channel);
  };
  return {
    worker,
    wake,
    job: {
      name: 'message-outbox',
      title: { zh: '发送站外消息', zhtw: '傳送站外訊息', en: 'Send messages outside' },
      purpose: {
        zh: '把等待中的邮件、短信等消息发出去，失败的隔一段时间再试',
        zhtw: '把等待中的郵件、簡訊等訊息發出去，失敗的隔一段時間再試',
        en: 'Sends the mails, text messages and others that wait, and tries again what failed',
      },
      when: { everySeconds: LOOK_EVERY_SECONDS },
      // Not waited for: other channels are looked for meanwhile.
      run: async (ctx) => {
        for (const channel of await busyChannels(ctx))
          void wake(ctx, channel).catch((error: unknown) => ctx.log.warn({ err: error, channel }, 'a channel could not be taken up'));
      },
    },
  };
}
