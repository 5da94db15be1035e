import { extend, type Job, leasedWorker, messageChannels, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { publicSyncWaiting } from '../../contract/public/public-user.contract.ts';
import { settings } from '../../contract/settings.ts';
import { publicMessageSizes, publicMessageTable } from '../tables/public-message.table.ts';
import { publicSizes } from '../tables/public.table.ts';
import type { ReadCtx, WechatDb } from '../tables/tables.ts';
import { publicConfigRoutes } from './account/public-config.ts';
import { callbackRoutes } from './callback/callback.routes.ts';
import { materialHolder, publicMaterialRoutes } from './materials/material.routes.ts';
import { publicMenuRoutes } from './menu/public-menu.ts';
import { publicMessageRoutes } from './messages/message.routes.ts';
import { patientChannel } from './messages/patient.channel.ts';
import { reminderKind } from './account/reminder-kind.ts';
import { publicSyncClaim, syncFollowers } from './users/sync-followers.ts';
import { publicUserRoutes } from './users/user.routes.ts';

const DAY_MS = 24 * 3_600_000;
/** A call that is older is refused by its time. */
const SEEN_MS = 3_600_000;
/** Messages that are removed at once, so that others wait for none of it. */
const MAX_REMOVED = 1_000;
/** A message that is on its way for so long has lost its process. */
const SENDING_MS = 10 * 60_000;

const syncs = leasedWorker<WechatDb>({ name: 'wechat-followers', claim: publicSyncClaim, run: syncFollowers });

/** Removes messages before this moment, a thousand at once. */
async function removePast(ctx: ReadCtx, before: Date): Promise<void> {
  for (let removed = MAX_REMOVED; removed >= MAX_REMOVED; ) {
    const past = await publicMessageTable
      .everywhere(ctx, 'messages past their days, whosever they are', 'past')
      .where('past.createdAt', '<', before)
      .orderBy('past.createdAt')
      .limit(MAX_REMOVED)
      .execute();
    removed = past.length;
    if (removed === 0) return;
    const ids = past.map(({ id }) => id);
    // rows: messages past their days
    await ctx.db.deleteFrom('wechat.public_message').where('id', 'in', ids).execute();
  }
}

const tidyJob: Job<WechatDb> = {
  name: 'wechat-public-tidy',
  title: { zh: '整理公众号记录', zhtw: '整理公眾號紀錄', en: 'Tidy records of the public account' },
  purpose: {
    zh: '删除过期的绑定码、回调标记和到期的消息，把中断的发送标为结果不明',
    zhtw: '刪除過期的綁定碼、回呼標記和到期的訊息，將中斷的傳送標為結果不明',
    en: 'Removes codes and marks that are over and messages past their days, and calls what was cut off while sending doubtful',
  },
  when: { cron: '*/10 * * * *' },
  run: async (ctx) => {
    const [now, steady] = [ctx.clock.now().getTime(), ctx.clock.steady()];
    const messageDays = await ctx.setting(settings, 'messageDays');
    // rows: marks of calls that are over
    await ctx.db
      .deleteFrom('wechat.public_seen')
      .where('seen_at', '<', new Date(steady.getTime() - SEEN_MS))
      .execute();
    // rows: codes that are over
    await ctx.db.deleteFrom('wechat.public_bind_code').where('ends_at', '<', steady).execute();
    await removePast(ctx, new Date(now - messageDays * DAY_MS));
    // rows: messages whose process is gone
    await ctx.db
      .updateTable('wechat.public_message')
      .set({ state: 'doubtful', reason: 'no-answer' })
      .where('state', '=', 'sending')
      .where('created_at', '<', new Date(now - SENDING_MS))
      .execute();
  },
};

/** The public account: configuration, menu, followers, messages, materials, and what the service calls. */
export const publicPart: ServerPart<WechatDb> = {
  name: 'public',
  implementations: [publicConfigRoutes, publicMenuRoutes, publicUserRoutes, publicMessageRoutes, publicMaterialRoutes, callbackRoutes],
  tableSizes: { ...publicSizes, ...publicMessageSizes },
  extensions: [extend(messageChannels, patientChannel), reminderKind, materialHolder],
  subscribers: [subscribe(publicSyncWaiting, ({ id }, ctx: ReadCtx) => syncs.wake(ctx, id))],
  jobs: [
    {
      ...syncs.job,
      title: { zh: '继续读取公众号用户', zhtw: '繼續讀取公眾號使用者', en: 'Go on with reading followers' },
      purpose: {
        zh: '接着做因服务器退出而中断的公众号用户同步',
        zhtw: '接著做因伺服器退出而中斷的公眾號使用者同步',
        en: 'Goes on with syncs of followers that a server left unfinished',
      },
    },
    tidyJob,
  ],
  start: () => syncs.start(),
  stop: () => syncs.stop(),
};
