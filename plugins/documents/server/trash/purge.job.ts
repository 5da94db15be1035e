import { DAY_MS } from '@nephra/plugin-sdk/contract';
import { type Job, sql } from '@nephra/plugin-sdk/server';
import { settings } from '../../contract/settings.ts';
import type { DocumentsDb, WorkCtx } from '../tables/tables.ts';

/** Entries that one transaction removes. */
const BATCH = 200;

/**
 * Takes away what was deleted for good, and what has lain in the recycle bin since before a moment, each with its file.
 * @param before null: nothing goes by its age
 * @returns how many; fewer than a batch when there are no more
 */
export async function purgeBatch(ctx: WorkCtx, before: Date | null): Promise<number> {
  return await ctx.transaction(async () => {
    // rows: what nobody can bring back, whoever it was
    const { rows } = await sql<{ file_id: string }>`
      delete from documents.entry where id in (
        select id from documents.entry where trashed_at is not null and (purged_at is not null or trashed_at < ${before}) order by trashed_at limit ${BATCH} for update skip locked
      ) returning file_id`.execute(ctx.db);
    for (const fileId of new Set(rows.flatMap(({ file_id }) => (file_id === '' ? [] : [file_id])))) {
      // rows: whether another entry still holds the upload
      const held = await ctx.db.selectFrom('documents.entry').select('id').where('file_id', '=', fileId).where('file_id', '<>', '').limit(1).executeTakeFirst();
      if (!held) await ctx.files.remove(fileId);
    }
    return rows.length;
  });
}

/** Empties recycle bins of what is older than the site keeps it (setting `keepDays`). */
export const purgeDocuments: Job<DocumentsDb> = {
  name: 'purge',
  title: { zh: '清理文档回收站', zhtw: '清理文件資源回收筒', en: 'Empty recycle bins of documents' },
  purpose: {
    zh: '删除已彻底删除或在回收站中超过保留天数的文档及其文件',
    zhtw: '刪除已永久刪除或在資源回收筒中超過保留天數的文件及其檔案',
    en: 'Removes documents that were deleted for good or have lain in a recycle bin longer than they are kept, with their files',
  },
  when: { everySeconds: 3_600 },
  run: async (ctx, { signal, progress, log }) => {
    const days = await ctx.setting(settings, 'keepDays');
    const before = days === 0 ? null : new Date(ctx.clock.now().getTime() - days * DAY_MS);
    let removed = 0;
    for (let last = BATCH; last === BATCH; ) {
      signal.throwIfAborted();
      last = await purgeBatch(ctx, before);
      removed += last;
      progress(removed, null);
    }
    if (removed > 0) log(`${removed} documents`);
  },
};
