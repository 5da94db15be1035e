import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { inPortions, type Job, sql } from '@nephra/plugin-sdk/server';
import { settings } from '../../contract/settings.ts';
import type { AssistantDb } from '../tables/tables.ts';

/** Rows that one statement removes; conversations go with their questions. */
const PORTION = 500;
/** Days that what was asked stays counted: two years of figures, and the months around them. */
const USAGE_DAYS = 800;

/** Forgets conversations that nobody went on with for long. */
export const forgetJob: Job<AssistantDb> = {
  name: 'assistant-forget',
  title: { zh: '清理 AI 助手对话', zhtw: '清理 AI 助理對話', en: 'Forget conversations of the assistant' },
  purpose: {
    zh: '按插件设置中的天数删除不再继续的对话；用量统计保留 800 天',
    zhtw: '依外掛設定中的天數刪除不再繼續的對話；用量統計保留 800 天',
    en: 'Deletes conversations that nobody went on with for the days of the plugin settings; usage stays for 800 days',
  },
  when: { cron: '20 3 * * *' },
  run: async (ctx, { signal, log }) => {
    const before = new Date(ctx.clock.now().getTime() - (await ctx.setting(settings, 'keptDays')) * DAY_MS);
    const removed = await inPortions(signal, PORTION, async () => {
      // rows: conversations of everybody, by their age alone
      const { rows } = await sql`delete from assistant.conversation where id in (
        select id from assistant.conversation where last_at < ${before} order by last_at limit ${PORTION}) returning id`.execute(ctx.db);
      return rows.length;
    });
    const day = dayOf(parseDay(ctx.clock.today()) - USAGE_DAYS * DAY_MS);
    await inPortions(signal, PORTION, async () => {
      // rows: figures of everybody, by their age alone
      const { rows } = await sql`delete from assistant.usage where (day, user_id, org_id) in (
        select day, user_id, org_id from assistant.usage where day < ${day}::date order by day limit ${PORTION}) returning day`.execute(ctx.db);
      return rows.length;
    });
    if (removed > 0) log(`${removed}`);
  },
};
