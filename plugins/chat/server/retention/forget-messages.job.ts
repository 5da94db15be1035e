import { DAY_MS } from '@nephra/plugin-sdk/contract';
import { inPortions, type Job, sql } from '@nephra/plugin-sdk/server';
import { settings } from '../../contract/settings.ts';
import type { ChatDb, WorkCtx } from '../tables/tables.ts';

/** Messages that one transaction removes. */
const BATCH = 500;

/**
 * Removes messages from before a moment, the oldest first, each with the upload that no other message shows.
 * @returns how many; fewer than a batch when there are no more
 */
export async function forgetBatch(ctx: WorkCtx, before: Date): Promise<number> {
  return await ctx.transaction(async () => {
    // rows: what is older than the site keeps it, whoever wrote it
    const { rows } = await sql<{ file_id: string }>`
      delete from chat.message where id in (select id from chat.message where sent_at < ${before} order by sent_at limit ${BATCH}) returning file_id`.execute(
      ctx.db,
    );
    const files = [...new Set(rows.flatMap(({ file_id }) => (file_id === '' ? [] : [file_id])))];
    for (const fileId of files) {
      // rows: whether anybody's message still shows the upload
      const shown = await ctx.db.selectFrom('chat.message').select('id').where('file_id', '=', fileId).where('file_id', '<>', '').limit(1).executeTakeFirst();
      if (!shown) await ctx.files.remove(fileId);
    }
    return rows.length;
  });
}

/** Removes what the site does not want kept any longer (setting `keepDays`). */
export const forgetMessages: Job<ChatDb> = {
  name: 'forget-messages',
  title: { zh: '清理聊天记录', zhtw: '清理聊天紀錄', en: 'Remove old chat messages' },
  purpose: {
    zh: '每天夜里删除超过保留天数的聊天消息及其图片、语音和视频',
    zhtw: '每天夜裡刪除超過保留天數的聊天訊息及其圖片、語音和影片',
    en: 'Removes each night the messages that are older than the days they are kept, with their pictures and recordings',
  },
  when: { cron: '20 3 * * *' },
  run: async (ctx, { signal, progress, log }) => {
    const days = await ctx.setting(settings, 'keepDays');
    if (days === 0) return;
    const before = new Date(ctx.clock.now().getTime() - days * DAY_MS);
    const removed = await inPortions(
      signal,
      BATCH,
      () => forgetBatch(ctx, before),
      (done) => progress(done, null),
    );
    if (removed > 0) log(`${removed} messages`);
  },
};
