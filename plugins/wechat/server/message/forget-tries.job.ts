import type { Job } from '@nephra/plugin-sdk/server';
import type { WechatDb } from '../tables/tables.ts';

/** The outbox gives up what is three days old; a try of then is nobody's. */
const KEPT_MS = 4 * 24 * 3_600_000;

export const forgetTriesJob: Job<WechatDb> = {
  name: 'wechat-tries',
  title: { zh: '清理企业微信发送记录', zhtw: '清理企業微信傳送紀錄', en: 'Forget tries of WeCom messages' },
  purpose: {
    zh: '删除四天前中断的发送记录，它们所属的消息早已了结',
    zhtw: '刪除四天前中斷的傳送紀錄，它們所屬的訊息早已了結',
    en: 'Removes tries that were cut off four days ago; their messages were settled long since',
  },
  when: { cron: '20 3 * * *' },
  run: async (ctx) => {
    // rows: what nobody knows the end of any more
    await ctx.db
      .deleteFrom('wechat.sending')
      .where('began_at', '<', new Date(ctx.clock.steady().getTime() - KEPT_MS))
      .execute();
  },
};
