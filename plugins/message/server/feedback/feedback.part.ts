import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { extend, type FileReader, fileReaders, growing, messageKind, type ServerPart, sql } from '@nephra/plugin-sdk/server';
import type { MessageDb } from '../tables/tables.ts';
import { feedbackRoutes } from './feedback.routes.ts';

/** Pictures of the screen may be fetched by whoever meets the feedback that they hang on; their names are told to administrators alone. */
const pictures = extend<FileReader, MessageDb>(fileReaders, (ctx) => ({
  async mayRead(user, fileId) {
    // rows: feedback of the asking person's organisations; all that is told is whether the file hangs on one
    const found = await ctx.db
      .selectFrom('message.feedback')
      .select('id')
      .where(sql<boolean>`file_ids @> array[${fileId}]::text[]`)
      .where(sql<boolean>`(${user.isAdministrator} or org_id = any(${[...user.orgIds]}::text[]))`)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
}));

/** What people say of the product from the navbar. */
export const feedbackPart: ServerPart<MessageDb> = {
  name: 'feedback',
  implementations: [feedbackRoutes],
  extensions: [
    pictures,
    messageKind<MessageDb>({
      code: 'message.feedback',
      title: text('意见反馈', '意見回饋', 'Feedback'),
      ...{ urgency: 'normal', channels: [], params: { name: 'personal', text: 'personal' } },
      outside: text('有新的意见反馈，请登录系统查看。', '有新的意見回饋，請登入系統查看。', 'There is new feedback. Sign in to read it.'),
    }),
    messageKind<MessageDb>({
      code: 'message.feedbackAnswer',
      title: text('意见反馈的回复', '意見回饋的回覆', 'Answer to feedback'),
      ...{ urgency: 'normal', channels: [], params: { answer: 'personal', text: 'personal' } },
      outside: text('您的意见反馈已有回复，请登录系统查看。', '您的意見回饋已有回覆，請登入系統查看。', 'Your feedback was answered. Sign in to read it.'),
    }),
  ],
  // 2,000 people, five a year each.
  tableSizes: { feedback: growing(100_000) },
};
