import { DAY_MS } from '@nephra/plugin-sdk/contract';
import { inPortions, type Job, sql } from '@nephra/plugin-sdk/server';
import { settings } from '../../../contract/settings.ts';
import { MAX_AGE_MS } from '../../../domain/send/pauses.ts';
import type { MessageDb } from '../../tables/tables.ts';

const PORTION = 1_000;

/** Gives up what is outdated although its channel never came back, and removes what is kept no longer. */
export const tidyOutboxJob: Job<MessageDb> = {
  name: 'tidy-message-outbox',
  title: { zh: '清理站外发送记录', zhtw: '清理站外傳送紀錄', en: 'Tidy the outbox' },
  purpose: {
    zh: '放弃过期未发出的站外消息，并按插件设置中的天数删除旧的发送记录',
    zhtw: '放棄過期未發出的站外訊息，並依外掛設定中的天數刪除舊的傳送紀錄',
    en: 'Gives up messages that are outdated and removes old entries after the days of the plugin settings',
  },
  when: { cron: '50 2 * * *' },
  run: async (ctx, { signal, log }) => {
    const now = ctx.clock.now().getTime();
    const outdated = new Date(now - MAX_AGE_MS - DAY_MS);
    // rows: messages of everybody that nobody could send for days
    await sql`update message.outbox set state = case when unsure then 'doubtful' else 'given-up' end, reason = 'too-old', ended_at = ${ctx.clock.now()},
      version = version + 1, updated_at = ${ctx.clock.now()} where state = 'waiting' and created_at < ${outdated}`.execute(ctx.db);
    const before = new Date(now - (await ctx.setting(settings, 'outboxDays')) * DAY_MS);
    const removed = await inPortions(signal, PORTION, async () => {
      // rows: old entries of everybody, which the site keeps no longer
      const { rows } = await sql`delete from message.outbox where id in (
        select id from message.outbox where ended_at < ${before} order by ended_at limit ${PORTION}) returning id`.execute(ctx.db);
      return rows.length;
    });
    if (removed > 0) log(`${removed} entries`);
  },
};
