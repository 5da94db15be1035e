import type { Job } from '@nephra/plugin-sdk/server';
import { settings } from '../contract/settings.ts';
import type { WechatDb } from './tables/tables.ts';

const DAY_MS = 24 * 3_600_000;
/** The outbox gives up what is three days old; a try of then is nobody's. */
const TRIES_KEPT_MS = 4 * DAY_MS;
/** Lines of syncs hold names and mobile numbers; nobody takes back what is older. */
const RUNS_KEPT_MS = 180 * DAY_MS;

export const forgetOldJob: Job<WechatDb> = {
  name: 'wechat-forget',
  title: { zh: '清理微信过期记录', zhtw: '清理微信過期紀錄', en: 'Forget old records of WeChat' },
  purpose: {
    zh: '删除四天前中断的发送记录、半年前的同步记录和到期的员工消息',
    zhtw: '刪除四天前中斷的傳送紀錄、半年前的同步紀錄和到期的員工訊息',
    en: 'Removes tries to send that were cut off four days ago, syncs of half a year ago, and messages to staff past their days',
  },
  when: { cron: '20 3 * * *' },
  run: async (ctx) => {
    // rows: what nobody knows the end of any more
    await ctx.db
      .deleteFrom('wechat.sending')
      .where('began_at', '<', new Date(ctx.clock.steady().getTime() - TRIES_KEPT_MS))
      .execute();
    const before = new Date(ctx.clock.now().getTime() - RUNS_KEPT_MS);
    // rows: old runs with their lines
    await ctx.db.deleteFrom('wechat.sync_run').where('created_at', '<', before).where('state', 'in', ['preview', 'done', 'undone']).execute();
    const kept = (await ctx.setting(settings, 'messageDays')) * DAY_MS;
    // rows: messages past their days, with their receivers
    await ctx.db
      .deleteFrom('wechat.staff_message')
      .where('created_at', '<', new Date(ctx.clock.now().getTime() - kept))
      .execute();
  },
};
