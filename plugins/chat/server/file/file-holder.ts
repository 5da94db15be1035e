import { extend, type FileHolder, fileHolders } from '@nephra/plugin-sdk/server';
import { CHAT_FILE } from '../message/sent-content.ts';
import type { ChatDb } from '../tables/tables.ts';

/** Uploads that messages show. Whatever else was uploaded for a conversation was never sent: a picture that somebody thought better of. */
export const chatFileHolder = extend<FileHolder, ChatDb>(fileHolders, (ctx) => ({
  types: [CHAT_FILE],
  async held(fileIds) {
    const ids = fileIds.filter((id) => id !== '');
    if (ids.length === 0) return [];
    // rows: which of these uploads stand in anybody's message; nothing else of it is told
    const rows = await ctx.db
      .selectFrom('chat.message')
      .select('file_id')
      .distinct()
      .where('file_id', 'in', ids)
      // The index knows no empty names.
      .where('file_id', '<>', '')
      .execute();
    return rows.map(({ file_id }) => file_id);
  },
}));
