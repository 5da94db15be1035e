import type { ChannelMessage, ChannelResult, MessageChannel } from '@nephra/plugin-sdk/server';
import { type Reminder, reminderOf } from '../../../domain/public/leaves-house.ts';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import { callPublic } from '../account/call-public.ts';
import { WechatError } from '../../gateway/wechat-error.ts';
import { resultOf } from '../../message/result-of.ts';
import { publicUserTable } from '../../tables/public.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { isPublicUsable, type PublicAccount, publicAccount, storedPublicAccount } from '../account/public-account.ts';
import { followerOf, mayWriteTo } from '../users/follower.ts';
import { REMINDER_TITLE } from '../account/reminder-kind.ts';

/** The service cuts values of templates itself; a longer one it refuses (`47003`). */
const MAX_TEMPLATE_VALUE = 20;

async function asMessage(ctx: ReadCtx, account: PublicAccount, openId: string, { sentence, url }: Reminder): Promise<void> {
  const content = url === '' ? sentence : `${sentence}\n${url}`;
  await callPublic(ctx, account, {
    ...{ path: '/cgi-bin/message/custom/send', query: {}, body: { touser: openId, msgtype: 'text', text: { content } } },
    // The service does not know again what it got before.
    repeatable: false,
  });
}

async function asTemplate(ctx: ReadCtx, account: PublicAccount, openId: string, { sentence, url }: Reminder): Promise<void> {
  const data = { [account.templateField]: { value: sentence.slice(0, MAX_TEMPLATE_VALUE) } };
  const common = { touser: openId, template_id: account.templateId, data };
  const [path, body] =
    account.templateKind === 'subscribe'
      ? (['/cgi-bin/message/subscribe/bizsend', { ...common, ...(url !== '' && { page: url }) }] as const)
      : (['/cgi-bin/message/template/send', { ...common, ...(url !== '' && { url }) }] as const);
  await callPublic(ctx, account, { path, query: {}, body, repeatable: false });
}

async function sendReminder(ctx: ReadCtx, account: PublicAccount, { id, address }: ChannelMessage): Promise<ChannelResult> {
  // The pure filter: nothing of the message but its id goes on from here.
  const reminder = reminderOf({ id }, REMINDER_TITLE.zh, account.reminderUrl);
  const follower = await followerOf(ctx, address);
  try {
    if (follower && mayWriteTo(ctx, follower)) {
      try {
        await asMessage(ctx, account, address, reminder);
        return { outcome: 'sent' };
      } catch (error) {
        // 48 hours were over by the service's clock, or too much was written already: it did nothing.
        if (!(error instanceof WechatError && error.failure === 'too-late' && account.templateKind !== 'none')) throw error;
      }
    }
    if (account.templateKind === 'none') return { outcome: 'refused', reason: 'not-wanted', said: '48 h' };
    await asTemplate(ctx, account, address, reminder);
    return { outcome: 'sent' };
  } catch (error) {
    if (error instanceof WechatError) return resultOf(error);
    throw error;
  }
}

/** Bound followers of these files, and of those that were merged into them. */
async function addressesOf(ctx: ReadCtx, organisation: string, patients: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const directory = ctx.optionalService(patientDirectory);
  const idsOf = new Map<string, readonly string[]>();
  for (const id of patients) idsOf.set(id, directory ? await directory.idsOfPerson(id, [organisation]) : [id]);
  const wanted = [...new Set([...idsOf.values()].flat())];
  if (wanted.length === 0) return new Map();
  const rows = await publicUserTable
    .everywhere(ctx, 'addresses of patients whom a plugin sends a message; no person reads them', 'follower')
    .where('follower.patientId', 'in', wanted)
    .where('follower.subscribed', '=', true)
    .orderBy('follower.boundAt', 'desc')
    .execute();
  const found = new Map<string, string>();
  for (const [id, all] of idsOf) {
    const row = rows.find(({ patientId }) => all.includes(patientId));
    if (row) found.set(id, row.openId);
  }
  return found;
}

/** Reminders to patients by the public account: within 48 hours of their last act as a message, later as a template. */
export const patientChannel = (ctx: ReadCtx): MessageChannel => ({
  code: 'wechat',
  title: { zh: '微信公众号', zhtw: '微信公眾號', en: 'WeChat public account' },
  limits: { atOnce: 4, perMinute: 300 },
  recognisesRepeats: false,
  patientsAlone: true,
  async ready() {
    const account = await storedPublicAccount(ctx);
    return account?.messageOn === true && isPublicUsable(ctx, account);
  },
  addresses: async () => new Map(),
  patientAddresses: (organisation, patients) => addressesOf(ctx, organisation, patients),
  async send(message) {
    const account = await publicAccount(ctx);
    if (!account?.messageOn) return { outcome: 'later', reason: 'not-set-up', channelDown: true };
    return await sendReminder(ctx, account, message);
  },
});
