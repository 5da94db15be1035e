import { extend, type FileHolder, fileHolders, sql } from '@nephra/plugin-sdk/server';
import type { MessageDb } from '../tables/tables.ts';
import { NOTICE_FILE } from './notice-files.ts';

/** Files that notices name, whatever became of the notice: a withdrawn one is released again, a deleted one was read by somebody. */
export const heldFiles = extend<FileHolder, MessageDb>(fileHolders, (ctx) => ({
  types: [NOTICE_FILE],
  async held(fileIds) {
    if (fileIds.length === 0) return [];
    const asked = sql`array[${sql.join(fileIds)}]::text[]`;
    // rows: which of these uploads stand in anybody's notice; nothing else of it is told
    const { rows } = await sql<{ id: string }>`
      select distinct named.id from message.item as item cross join unnest(item.file_ids) as named (id)
      where item.file_ids && ${asked} and named.id = any(${asked})`.execute(ctx.db);
    return rows.map(({ id }) => id);
  },
}));
