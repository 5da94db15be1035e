import type { UserId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { MAX_WRONG_CODES, MESSAGE_TYPES, type PublicMessageType } from '../../../contract/public/public-limits.ts';
import { codeIn } from '../../../domain/public/bind-text.ts';
import { ruleFor, welcomeIn } from '../../../domain/public/keyword-answer.ts';
import { answerTable, publicMessageTable } from '../../tables/public-message.table.ts';
import { bindCodeTable, publicUserTable, type PublicUserStored } from '../../tables/public.table.ts';
import type { Ctx } from '../../tables/tables.ts';
import { shownAnswer } from '../messages/answers.ts';
import { followerOf } from '../users/follower.ts';
import { newFollower } from '../users/sync-followers.ts';
import { hashOf } from '../users/bind-code.ts';

const HOUR_MS = 3_600_000;
const MAX_CONTENT = 2_000;

const isType = (type: string): type is PublicMessageType => (MESSAGE_TYPES as readonly string[]).includes(type);

/** The follower, who acted just now. */
async function present(ctx: Ctx, openId: string, subscribed: boolean): Promise<PublicUserStored> {
  await publicUserTable.insertAll(ctx, [newFollower(ctx, openId)], { unlessTaken: ['openId'] });
  // rows: who the service speaks of, whom nobody reads here
  await ctx.db
    .updateTable('wechat.public_user')
    .set({
      subscribed,
      last_at: ctx.clock.steady(),
      updated_at: ctx.clock.now(),
      ...(subscribed && { subscribed_at: sql`coalesce(subscribed_at, ${ctx.clock.now()})` }),
    })
    .where('open_id', '=', openId)
    .execute();
  const found = await followerOf(ctx, openId);
  if (!found) throw new Error('a follower who was just written is not there');
  return found;
}

/** What somebody wrote, pressed or sent, in words. Pictures and recordings stay with the service. */
function contentOf(type: string, fields: ReadonlyMap<string, string>): string {
  const of = (name: string): string => fields.get(name) ?? '';
  if (type === 'text') return of('Content');
  if (type === 'event') return `${of('Event')} ${of('EventKey')}`.trim();
  if (type === 'location') return `${of('Label')} ${of('Location_X')},${of('Location_Y')}`.trim();
  if (type === 'link') return `${of('Title')} ${of('Url')}`.trim();
  return type === 'voice' ? of('Recognition') : '';
}

/** @returns false: the service repeats what it had no answer to */
async function note(ctx: Ctx, follower: PublicUserStored, fields: ReadonlyMap<string, string>, answeredBy: string): Promise<boolean> {
  const said = fields.get('MsgType') ?? '';
  const type = isType(said) ? said : 'text';
  const id = fields.get('MsgId') ?? `${follower.id} ${fields.get('CreateTime') ?? ''} ${fields.get('Event') ?? ''}`.slice(0, 64);
  const row = publicMessageTable.toSql({
    ...{ id: ctx.newId(), userId: follower.id, orgId: follower.orgId, direction: 'in' as const, type, content: contentOf(said, fields).slice(0, MAX_CONTENT) },
    ...{ foreignId: id.slice(0, 64), state: 'received' as const, reason: '', answeredBy, creatorUser: '', createdAt: ctx.clock.now() },
  });
  const written = await ctx.db
    .insertInto('wechat.public_message')
    .values(row as never)
    .onConflict((one) => one.column('foreign_id').where(sql<boolean>`foreign_id <> ''`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

type Bound = 'bound' | 'wrong' | 'often';

/** A code binds the follower to the patient it was made for, once. Who tries too often is not listened to for an hour. */
async function bind(ctx: Ctx, follower: PublicUserStored, code: string): Promise<Bound> {
  const now = ctx.clock.steady();
  const since = follower.wrongSince !== null && now.getTime() - follower.wrongSince.getTime() < HOUR_MS ? follower.wrongSince : null;
  if (since !== null && follower.wrongCodes >= MAX_WRONG_CODES) return 'often';
  // rows: the code that was written; taken away by whoever uses it
  const taken = await ctx.db
    .deleteFrom('wechat.public_bind_code')
    .where('hash', '=', hashOf(code))
    .where('ends_at', '>', now)
    .returning(['patient_id', 'org_id', 'creator_id', 'creator_user'])
    .executeTakeFirst();
  if (!taken) {
    const wrong = { wrong_codes: since === null ? 1 : follower.wrongCodes + 1, wrong_since: since ?? now };
    // rows: the follower in hand
    await ctx.db.updateTable('wechat.public_user').set(wrong).where('id', '=', follower.id).execute();
    return 'wrong';
  }
  const bound = { patient_id: taken.patient_id, org_id: taken.org_id, bound_at: ctx.clock.now(), wrong_codes: 0, wrong_since: null };
  // rows: the follower in hand
  await ctx.db.updateTable('wechat.public_user').set(bound).where('id', '=', follower.id).execute();
  await ctx.auditWork({
    ...{ class: 'security', action: 'wechat.bind-patient', subject: 'wechat-follower', subjectId: follower.id, patientId: taken.patient_id },
    ...{ by: { userId: taken.creator_id as UserId, userName: taken.creator_user, orgId: taken.org_id } },
    ...{ before: { patientId: follower.patientId }, after: { patientId: taken.patient_id }, note: 'by the patient’s code' },
  });
  return 'bound';
}

/** Whether this is a code: one of that shape that nobody made may be a word of the hospital's own, unless it says that it binds. */
const isCodeMade = async (ctx: Ctx, code: string): Promise<boolean> =>
  (await bindCodeTable.everywhere(ctx, 'whether a code was made', 'code').where('code.hash', '=', hashOf(code)).executeTakeFirst()) !== undefined;

/** Works on one call. @returns what the follower is answered; undefined: nothing */
export async function hear(ctx: Ctx, fields: ReadonlyMap<string, string>): Promise<string | undefined> {
  const openId = (fields.get('FromUserName') ?? '').trim();
  if (openId === '' || openId.length > 64) return undefined;
  const [type, event] = [fields.get('MsgType') ?? '', (fields.get('Event') ?? '').toLowerCase()];
  // What the service reports of messages and mass sendings is no act of the follower.
  if (type === 'event' && (event.startsWith('template') || event.startsWith('mass') || event.startsWith('subscribe_msg'))) return undefined;
  const left = type === 'event' && event === 'unsubscribe';
  const follower = await present(ctx, openId, !left);
  const written = type === 'text' ? (fields.get('Content') ?? '') : type === 'event' && event === 'click' ? (fields.get('EventKey') ?? '') : undefined;
  const code = type === 'text' && written !== undefined ? codeIn(written) : undefined;
  if (code !== undefined && (/^\D/.test(written?.trim() ?? '') || (await isCodeMade(ctx, code)))) {
    // The code is not kept with the messages.
    if (!(await note(ctx, follower, new Map([...fields, ['Content', '******']]), 'bind'))) return undefined;
    return ctx.text(`mpCallback.${await bind(ctx, follower, code)}`, {}, 'zh');
  }
  const rules = (await answerTable.everywhere(ctx, 'what is answered to whoever writes', 'answer').orderBy('answer.id').execute()).map(shownAnswer);
  const rule = left ? undefined : event === 'subscribe' ? welcomeIn(rules) : written === undefined ? undefined : ruleFor(rules, written);
  if (!(await note(ctx, follower, fields, rule?.fullName ?? ''))) return undefined;
  return rule?.content;
}
