import type { Job } from '@nephra/plugin-sdk/server';
import { sql } from '@nephra/plugin-sdk/server';
import { settings } from '../../contract/settings.ts';
import type { SystemDb } from '../tables/tables.ts';

const HOUR = 3_600;
const DAY_MS = 86_400_000;
/** Rows that one statement removes: it stays short beside the work of the day. */
const PORTION = 5_000;

/** Keeps the logs of requests and exceptions short. The audit log is not its matter. */
export const tidyLogsJob: Job<SystemDb> = {
  name: 'tidy-logs',
  title: { zh: '清理请求与异常日志', zhtw: '清理請求與異常日誌', en: 'Shorten the logs of requests and exceptions' },
  purpose: {
    zh: '按插件设置中的天数和条数删除旧的请求日志与异常日志；审计日志从不删除',
    zhtw: '依外掛設定中的天數與筆數刪除舊的請求日誌與異常日誌；稽核日誌從不刪除',
    en: 'Removes old requests and exceptions by the days and lines of the plugin settings; the audit log is never shortened',
  },
  when: { everySeconds: HOUR },
  run: async (ctx, { signal, log }) => {
    const lines = await ctx.setting(settings, 'logLines');
    const days = { request_log: await ctx.setting(settings, 'requestLogDays'), exception_log: await ctx.setting(settings, 'exceptionLogDays') } as const;
    for (const [name, kept] of Object.entries(days)) {
      const table = sql.table(`system.${name}`);
      const before = new Date(ctx.clock.now().getTime() - kept * DAY_MS);
      const newest = await sql<{ seq: string }>`select seq from ${table} order by seq desc limit 1 offset ${lines}`.execute(ctx.db);
      const last = newest.rows[0]?.seq ?? '0';
      let removed = 0;
      for (;;) {
        signal.throwIfAborted();
        const { numAffectedRows = 0n } =
          await sql`delete from ${table} where seq in (select seq from ${table} where at < ${before} or seq <= ${last} limit ${PORTION})`.execute(ctx.db);
        removed += Number(numAffectedRows);
        if (numAffectedRows < BigInt(PORTION)) break;
      }
      if (removed > 0) log(`${name}: ${removed}`);
    }
  },
};
