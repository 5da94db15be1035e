import { extend, type FileReader, fileReaders } from '@nephra/plugin-sdk/server';
import type { ChatDb, WorkCtx } from '../tables/tables.ts';

/** Whether an upload stands in a conversation that a person is in, as far back as they see it. */
export async function isShownTo(ctx: Pick<WorkCtx, 'db'>, userId: string, fileId: string): Promise<boolean> {
  if (fileId === '') return false;
  // rows: whether the upload stands in a conversation that the asking person is in
  const found = await ctx.db
    .selectFrom('chat.message as m')
    .innerJoin('chat.member as me', 'me.conversation_id', 'm.conversation_id')
    .select('m.id')
    .where('m.file_id', '=', fileId)
    // The index knows no empty names.
    .where('m.file_id', '<>', '')
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .whereRef('m.seq', '>', 'me.from_seq')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uploads that messages show are for who is in the conversation, as far back as they see it. */
export const chatFileReader = extend<FileReader, ChatDb>(fileReaders, (ctx) => ({ mayRead: ({ userId }, fileId) => isShownTo(ctx, userId, fileId) }));
