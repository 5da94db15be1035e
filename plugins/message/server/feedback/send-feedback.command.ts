import { AppError, EnvelopeCode, type OrgId, type TextByLanguage, type UserId } from '@nephra/plugin-sdk/contract';
import { type MessageReceivers, sql } from '@nephra/plugin-sdk/server';
import { FEEDBACK_MENU, MAX_BROWSER, MAX_FEEDBACK_AN_HOUR } from '../../contract/feedback/feedback-limits.ts';
import { browserName } from '../../domain/feedback/browser-name.ts';
import { ownUpload } from '../notice/notice-files.ts';
import { senderIn } from '../send/message-sender.ts';
import type { Ctx } from '../tables/tables.ts';
import { type FeedbackStored, feedbackTable } from '../tables/feedback.table.ts';

const HOUR_MS = 3_600_000;
/** Role whose people administer an organisation. */
const ADMINISTRATOR_ROLE = 'orgadmin';
export const FROM: TextByLanguage = { zh: '意见反馈', zhtw: '意見回饋', en: 'Feedback' };

/** Who administers the organisation itself; where nobody does, system administrators. */
async function receiversFor(ctx: Ctx, orgId: OrgId): Promise<MessageReceivers> {
  // rows: administrators of the caller's organisation, who get a message; nobody is told who they are
  const rows = await ctx.db
    .selectFrom('core.user_account as account')
    .select('account.id')
    .where('account.deleted_at', 'is', null)
    .where('account.enabled', '=', true)
    .where(sql<boolean>`(account.org_id = ${orgId} or account.id in (select place.user_id from core.user_org as place where place.org_id = ${orgId}))`)
    .where(
      sql<boolean>`account.id in (select link.user_id from core.user_role as link join core.role as role on role.id = link.role_id
        where role.en_code = ${ADMINISTRATOR_ROLE} and role.deleted_at is null and role.enabled)`,
    )
    .orderBy('account.id')
    .execute();
  return rows.length > 0 ? { persons: rows.map(({ id }) => id as UserId) } : { administrators: true };
}

/** @throws AppError `message.feedback-too-many` */
async function assertFew(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  // rows: how much the caller has sent within the hour
  const sent = await ctx.db
    .selectFrom('message.feedback')
    .select(sql<string>`count(*)`.as('count'))
    .where('creator_id', '=', ctx.user.userId)
    .where('created_at', '>', since)
    .executeTakeFirst();
  if (Number(sent?.count ?? 0) >= MAX_FEEDBACK_AN_HOUR) throw new AppError('message.feedback-too-many', { params: { max: MAX_FEEDBACK_AN_HOUR } });
}

export interface FeedbackBody {
  readonly text: string;
  readonly place: string;
  readonly pageTitle: string;
  readonly userAgent: string;
  readonly screen: string;
  readonly productVersion: string;
  readonly pictureId?: string;
}

/** Stores what somebody says and tells the administrators, within the running transaction. */
export async function sendFeedback(ctx: Ctx, body: FeedbackBody): Promise<FeedbackStored> {
  const text = body.text.trim();
  if (text === '') throw new AppError('message.feedback-empty', { code: EnvelopeCode.Invalid, fields: [{ path: 'text', msg: '' }] });
  await assertFew(ctx);
  const files = body.pictureId === undefined ? [] : [await ownUpload(ctx, { name: '', fileId: body.pictureId }, 'pictureId')];
  // What is no picture has a version; the page shows nothing else.
  if (files.some(({ fileVersionId }) => fileVersionId !== undefined))
    throw new AppError('message.picture-only', { code: EnvelopeCode.Invalid, fields: [{ path: 'pictureId', msg: '' }] });
  const { userId, userName, orgId } = ctx.user;
  const row = await feedbackTable.insert(ctx, {
    ...{ orgId, creatorId: userId, creatorUser: userName, bodyText: text, place: body.place.split('?')[0] ?? '', pageTitle: body.pageTitle.trim() },
    ...{ browser: browserName(body.userAgent).slice(0, MAX_BROWSER), screen: body.screen, productVersion: body.productVersion },
    ...{ files, fileIds: files.map(({ fileId }) => fileId), state: 'new', answer: '', answeredBy: '', answeredAt: null },
  });
  await senderIn(ctx).send({
    ...{ kind: 'message.feedback', key: `message.feedback/${row.id}`, from: FROM, receivers: [await receiversFor(ctx, orgId)] },
    title: { zh: '{name}提交了意见反馈', zhtw: '{name}提交了意見回饋', en: 'Feedback from {name}' },
    text: { zh: '{text}', zhtw: '{text}', en: '{text}' },
    params: { name: userName, text },
    link: { menu: FEEDBACK_MENU, query: { id: row.id } },
  });
  ctx.audit({ subject: 'feedback', subjectId: row.id, after: { place: row.place, characters: [...text].length, picture: files.length } });
  return row;
}
