import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { Job } from '@nephra/plugin-sdk/server';
import { fileTable } from '../tables/file.table.ts';
import type { DialysisFileDb } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';

/** Files of one transaction. */
const BATCH = 50;

/** Patterns over several weeks show other weekdays each week, and some begin or end on this day. */
export const followPlansJob: Job<DialysisFileDb> = {
  name: 'follow-dialysis-plans',
  title: { zh: '更新患者档案的透析计划', zhtw: '更新病患檔案的透析計畫', en: 'Keep dialysis plans of patient files' },
  purpose: {
    zh: '每天凌晨让患者档案中的透析日、班次和床位跟上透析档案的排班规律',
    zhtw: '每天凌晨讓病患檔案中的透析日、班次和床位跟上透析檔案的排班規律',
    en: 'Each night lets days, shift and bed in patient files follow the patterns of dialysis files',
  },
  when: { cron: '5 0 * * *' },
  run: async (ctx, { signal, progress, log }) => {
    const files = await fileTable
      .everywhere(ctx, 'every file of the installation follows its own pattern; nothing is shown', 'row')
      .where('row.outcomeOn', 'is', null)
      .orderBy('row.id')
      .execute();
    let changed = 0;
    for (let at = 0; at < files.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = files.slice(at, at + BATCH);
      const orgIds = [...new Set(batch.map(({ orgId }) => orgId))] as readonly OrgId[];
      changed += await ctx.transaction(() =>
        followPlans(
          ctx,
          batch.map(({ id }) => id),
          orgIds,
          { userId: '', userName: '' },
        ),
      );
      progress(at + batch.length, files.length);
    }
    if (changed > 0) log(`${changed} plans`);
  },
};
