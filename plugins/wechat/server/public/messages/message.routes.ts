import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { implement, selectPage, wordOf } from '@nephra/plugin-sdk/server';
import { MAX_TEXT_BYTES } from '../../../contract/public/public-limits.ts';
import { publicMessageContract, type PublicMessageRow } from '../../../contract/public/public-message.contract.ts';
import { coveredOpenId } from '../../../domain/public/covered-open-id.ts';
import { leakIn, type PersonFacts } from '../../../domain/public/leaves-house.ts';
import { bytesOf } from '../../../domain/public/menu-rules.ts';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import { callPublic } from '../account/call-public.ts';
import { WechatError } from '../../gateway/wechat-error.ts';
import { publicMessageTable, type PublicMessageStored } from '../../tables/public-message.table.ts';
import { publicUserTable, type PublicUserStored } from '../../tables/public.table.ts';
import type { Ctx, WechatDb } from '../../tables/tables.ts';
import { publicRefusalOf } from '../../gateway/wechat-error.ts';
import { refused, requirePublicAccount } from '../account/public-account.ts';
import { mayWriteTo, patientsSeen } from '../users/follower.ts';
import { answerHandlers } from './answers.ts';

async function shown(ctx: Ctx, rows: readonly PublicMessageStored[]): Promise<PublicMessageRow[]> {
  const ids = [...new Set(rows.map(({ userId }) => userId))];
  const people = ids.length === 0 ? [] : await publicUserTable.select(ctx, 'follower').where('follower.id', 'in', ids).execute();
  const byId = new Map(people.map((one) => [one.id, one]));
  const patients = await patientsSeen(
    ctx,
    people.map(({ patientId }) => patientId),
  );
  return rows.map((row): PublicMessageRow => {
    const follower = byId.get(row.userId);
    return {
      ...{
        id: row.id,
        userId: row.userId,
        openId: follower ? coveredOpenId(follower.openId) : '',
        direction: row.direction,
        type: row.type,
        content: row.content,
      },
      ...{ patientName: patients.get(follower?.patientId ?? '')?.name ?? '', state: row.state, answeredBy: row.answeredBy, creatorUser: row.creatorUser },
      ...{ reason: row.reason === '' ? '' : wordOf(ctx, `mpMessages.reasons.${row.reason}`, row.reason), creatorTime: row.createdAt.getTime() },
      mayWrite: follower && mayWriteTo(ctx, follower) ? 1 : 0,
    };
  });
}

/** What a text to this follower must not hold. */
async function factsOf(ctx: Ctx, { patientId, orgId }: PublicUserStored): Promise<PersonFacts> {
  const directory = ctx.optionalService(patientDirectory);
  const ids = patientId === '' || !directory ? [] : await directory.idsOfPerson(patientId, [orgId]);
  const files = await Promise.all((ids.length > 0 ? ids : patientId === '' ? [] : [patientId]).map((id) => directory?.get(id, [orgId])));
  const found = files.filter((file) => file !== undefined);
  return { names: found.map(({ patientName }) => patientName), diagnoses: found.flatMap(({ diagnosis }) => diagnosis.map(({ name }) => name)) };
}

async function settle(ctx: Ctx, row: PublicMessageStored, state: PublicMessageStored['state'], reason = ''): Promise<PublicMessageStored> {
  // rows: the message in hand
  await ctx.db.updateTable('wechat.public_message').set({ state, reason }).where('id', '=', row.id).execute();
  return { ...row, state, reason };
}

async function send(ctx: Ctx, userId: string, typed: string): Promise<PublicMessageRow> {
  const content = typed.trim();
  const follower = await publicUserTable.find(ctx, userId);
  if (!follower) throw new AppError('wechat.mp-user-unknown', { code: EnvelopeCode.NotFound });
  const account = await requirePublicAccount(ctx);
  const invalid = (key: string) => new AppError(`wechat.mp-${key}`, { code: EnvelopeCode.Invalid, fields: [{ path: 'content', msg: '' }] });
  if (content === '' || bytesOf(content) > MAX_TEXT_BYTES) throw invalid('text-long');
  if (!mayWriteTo(ctx, follower)) throw refused('too-late', { errcode: 45015, host: '', said: '', ip: '' });
  const leak = leakIn(content, await factsOf(ctx, follower));
  if (leak) throw invalid(`leak-${leak}`);
  // On record before it leaves: killed in between it stays `sending`, and the job calls it doubtful.
  const row = await publicMessageTable.insert(ctx, {
    ...{ userId, orgId: follower.orgId, direction: 'out', type: 'text', content, foreignId: '', state: 'sending', reason: '', answeredBy: '' },
    creatorUser: ctx.user.userName.slice(0, 100),
  });
  ctx.audit({ subject: 'wechat-message', subjectId: row.id, patientId: follower.patientId, after: { userId, characters: content.length } });
  try {
    const body = { touser: follower.openId, msgtype: 'text', text: { content } };
    await callPublic(ctx, account, { path: '/cgi-bin/message/custom/send', query: {}, body, repeatable: false });
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    await settle(ctx, row, error.doubtful ? 'doubtful' : 'refused', error.failure);
    throw publicRefusalOf(error, account.gateway);
  }
  const [answer] = await shown(ctx, [await settle(ctx, row, 'sent')]);
  if (!answer) throw new Error('the message that was just sent is not there');
  ctx.message('mpSent');
  return answer;
}

/** Messages of followers and to them. */
export const publicMessageRoutes = implement<WechatDb>()(publicMessageContract, {
  async list({ query }, ctx) {
    let found = publicMessageTable.select(ctx, 'message');
    if (query.direction) found = found.where('message.direction', '=', query.direction);
    if (query.userId) found = found.where('message.userId', '=', query.userId);
    const page = await selectPage(found, { db: ctx.db, request: query, sorts: {}, byDefault: ['message.createdAt', 'desc'], tieBreaker: 'message.id' });
    return toPage(await shown(ctx, page.list), page.pagination.total, query);
  },
  send: ({ body }, ctx) => send(ctx, body.userId, body.content),
  ...answerHandlers,
});
