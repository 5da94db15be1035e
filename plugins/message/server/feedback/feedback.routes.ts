import { toPage, type UserId } from '@nephra/plugin-sdk/contract';
import { implement, instantToWire, matchesKeyword, selectPage } from '@nephra/plugin-sdk/server';
import { type FeedbackRow, feedbackContract } from '../../contract/feedback/feedback.contract.ts';
import { filesText } from '../reader/item-view.ts';
import { senderIn } from '../send/message-sender.ts';
import type { Ctx, MessageDb } from '../tables/tables.ts';
import { type FeedbackStored, feedbackTable } from '../tables/feedback.table.ts';
import { FROM, sendFeedback } from './send-feedback.command.ts';

/** Names of organisations by their ids. */
async function organisationNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  // rows: names of the organisations of rows that the caller sees
  const rows = await ctx.db
    .selectFrom('core.org')
    .select(['id', 'full_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}

const rowOf = (row: FeedbackStored, names: ReadonlyMap<string, string>): FeedbackRow => ({
  ...{ id: row.id, text: row.bodyText, state: row.state, creatorUser: row.creatorUser, creatorTime: row.createdAt.getTime() },
  ...{ organizeName: names.get(row.orgId) ?? '', place: row.place, pageTitle: row.pageTitle, browser: row.browser, screen: row.screen },
  ...{ productVersion: row.productVersion, files: filesText(row.files), answer: row.answer, answeredBy: row.answeredBy },
  ...{ answerTime: instantToWire(row.answeredAt), version: row.version },
});

/** What goes back to who said it. The version makes it once: an answer that is changed later is another message. */
const tellSender = (ctx: Ctx, { id, creatorId, bodyText, answer, version }: FeedbackStored) =>
  senderIn(ctx).send({
    ...{ kind: 'message.feedbackAnswer', key: `message.feedbackAnswer/${id}/${version}`, from: FROM, receivers: [{ persons: [creatorId as UserId] }] },
    title: { zh: '您的意见反馈已有回复', zhtw: '您的意見回饋已有回覆', en: 'Your feedback was answered' },
    text: { zh: '{answer}\n\n您的反馈：{text}', zhtw: '{answer}\n\n您的回饋：{text}', en: '{answer}\n\nYour feedback: {text}' },
    params: { answer, text: bodyText },
  });

/** Feedback: said by everybody, worked on by administrators. */
export const feedbackRoutes = implement<MessageDb>()(feedbackContract, {
  async send({ body }, ctx) {
    const { id } = await sendFeedback(ctx, body);
    ctx.message('feedbackSent');
    return { id };
  },

  async list({ query }, ctx) {
    let found = feedbackTable.select(ctx, 'row');
    if (query.state) found = found.where('row.state', '=', query.state);
    const keyword = matchesKeyword('row.searchGrams', query.keyword);
    if (keyword) found = found.where(keyword);
    const options = {
      db: ctx.db,
      request: query,
      sorts: { creatorTime: 'row.createdAt' },
      byDefault: ['row.createdAt', 'desc'],
      tieBreaker: 'row.id',
    } as const;
    const { list, pagination } = await selectPage(found, options);
    const names = await organisationNames(
      ctx,
      list.map(({ orgId }) => orgId),
    );
    return toPage(
      list.map((row) => rowOf(row, names)),
      pagination.total,
      query,
    );
  },

  async info({ params }, ctx) {
    const row = await feedbackTable.one(ctx, params.id);
    return rowOf(row, await organisationNames(ctx, [row.orgId]));
  },

  async handle({ params, body }, ctx) {
    const before = await feedbackTable.lock(ctx, params.id, body.version);
    const answer = body.answer.trim();
    const answered = answer !== '' && answer !== before.answer;
    const told = answered ? { answer, answeredBy: ctx.user.userName, answeredAt: ctx.clock.now() } : {};
    const row = await feedbackTable.update(ctx, before, { state: body.state, ...told });
    if (answered) await tellSender(ctx, row);
    ctx.audit({ subject: 'feedback', subjectId: row.id, before: { state: before.state }, after: { state: row.state, answered } });
    ctx.message(answered ? 'feedbackAnswered' : 'feedbackHandled');
    return { version: row.version, answered };
  },
});
