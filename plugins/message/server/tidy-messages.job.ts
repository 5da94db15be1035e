import { DAY_MS } from '@nephra/plugin-sdk/contract';
import { inPortions, type Job, sql } from '@nephra/plugin-sdk/server';
import { settings } from '../contract/settings.ts';
import type { MessageDb, ReadCtx } from './tables/tables.ts';

/** Items that one transaction removes with their targets and marks. */
const PORTION = 200;

/** Removes a portion of items. @returns how many */
async function removePortion(ctx: ReadCtx, messagesBefore: Date, noticesBefore: Date): Promise<number> {
  return await ctx.transaction(async () => {
    // rows: old items of everybody, which the site keeps no longer; nobody reads them here
    const { rows } = await sql<{ id: string }>`
      select id from message.item
      where (type <> 1 and released_at < ${messagesBefore}) or (type = 1 and state <> 'draft' and released_at < ${noticesBefore} and updated_at < ${noticesBefore})
      order by released_at limit ${PORTION} for update skip locked`.execute(ctx.db);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    for (const table of ['mark', 'target'] as const)
      await sql`delete from ${sql.table(`message.${table}`)} where item_id = any(${ids}::text[])`.execute(ctx.db);
    // rows: those that were just locked
    await sql`delete from message.item where id = any(${ids}::text[])`.execute(ctx.db);
    return ids.length;
  });
}

/** Removes a portion of the feedback that was settled, with its pictures. @returns how many */
async function removeFeedback(ctx: ReadCtx, before: Date): Promise<number> {
  return await ctx.transaction(async () => {
    // rows: old feedback of everybody, which the site keeps no longer; nobody reads it here
    const { rows } = await sql<{ file_ids: string[] }>`delete from message.feedback where id in (
      select id from message.feedback where state = 'done' and updated_at < ${before} order by updated_at limit ${PORTION}) returning file_ids`.execute(ctx.db);
    for (const fileId of rows.flatMap(({ file_ids }) => file_ids)) await ctx.files.remove(fileId);
    return rows.length;
  });
}

/** Keeps messages and notices for as long as the site says. */
export const tidyMessagesJob: Job<MessageDb> = {
  name: 'tidy-messages',
  title: { zh: '清理过期消息与公告', zhtw: '清理過期訊息與公告', en: 'Remove old messages and notices' },
  purpose: {
    zh: '按插件设置中的天数删除旧的站内消息、公告及其已读记录，以及已处理的意见反馈',
    zhtw: '依外掛設定中的天數刪除舊的站內訊息、公告及其已讀紀錄，以及已處理的意見回饋',
    en: 'Removes messages, notices with the marks of their readers, and settled feedback after the days of the plugin settings',
  },
  when: { cron: '40 2 * * *' },
  run: async (ctx, { signal, log }) => {
    const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
    const [messages, notices] = [before(await ctx.setting(settings, 'messageDays')), before(await ctx.setting(settings, 'noticeDays'))];
    const removed = await inPortions(signal, PORTION, () => removePortion(ctx, messages, notices));
    await inPortions(signal, PORTION, () => removeFeedback(ctx, notices));
    if (removed > 0) log(`${removed} items`);
  },
};
