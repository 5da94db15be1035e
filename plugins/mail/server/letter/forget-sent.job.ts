import { DAY_MS } from '@nephra/plugin-sdk/contract';
import { type Job, sql } from '@nephra/plugin-sdk/server';
import type { MailDb } from '../tables/tables.ts';

/** Longer than anybody presses the same button. */
const KEPT_DAYS = 30;
const BATCH = 500;

/** Names of letters that have arrived are kept for a while so that none is sent twice; then they go. */
export const forgetSent: Job<MailDb> = {
  name: 'forget-sent',
  title: { zh: '清理发信标记', zhtw: '清理寄信標記', en: 'Remove marks of sent letters' },
  purpose: {
    zh: '每天夜里删除三十天前已发出邮件的防重复标记，其中不含邮件内容',
    zhtw: '每天夜裡刪除三十天前已寄出郵件的防重複標記，其中不含郵件內容',
    en: 'Removes each night the marks that keep a letter from being sent twice, after thirty days; they hold nothing of the letter',
  },
  when: { cron: '40 3 * * *' },
  run: async (ctx, { signal, progress }) => {
    const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    let removed = 0;
    for (let last = BATCH; last === BATCH; ) {
      signal.throwIfAborted();
      // rows: marks of letters that arrived long ago, whoever wrote them
      const { rows } = await sql<{ letter_id: string }>`
        delete from mail.letter where (user_id, letter_id) in (
          select user_id, letter_id from mail.letter where state = 'sent' and changed_at < ${before} order by changed_at limit ${BATCH}) returning letter_id`.execute(
        ctx.db,
      );
      last = rows.length;
      removed += last;
      progress(removed, null);
    }
  },
};
