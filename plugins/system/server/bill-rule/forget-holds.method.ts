import { taskMethod } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';

const DAY_MS = 86_400_000;

/** Numbers that were held for forms and are held no longer; a row stays a day for whoever asks why a number has no paper. */
export const forgetHolds = taskMethod<SystemDb>({
  id: 'forget-holds',
  title: { zh: '清理过期的单据占号', zhtw: '清理過期的單據占號', en: 'Remove numbers that forms hold no longer' },
  cron: '0 3 * * *',
  async run(ctx, { log }) {
    // rows: everybody holds numbers of their own, and none of these is held any more
    const { numDeletedRows } = await ctx.db
      .deleteFrom('system.bill_number_hold')
      .where('until', '<', new Date(ctx.clock.steady().getTime() - DAY_MS))
      .executeTakeFirstOrThrow();
    log(`${numDeletedRows} rows`);
  },
});
