import type { Language, TextByLanguage, UserId } from '@nephra/plugin-sdk/contract';
import {
  CODE_KIND,
  type IdentityTables,
  messageKinds,
  messageSender,
  messageTemplates,
  type MessageTemplateText,
  type MessageToSend,
  searchGrams,
  type SentMessage,
  type SiteConfig,
  siteConfig,
  workLeasedRow,
} from '@nephra/plugin-sdk/server';
import { createLog } from '../../../../shell/server/core/log.ts';
import { mailSender } from '../../../../shell/server/outbound/mail/send-mail.ts';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type CaughtMail, catchMail, type MailCatcher, type MailFate } from '../../../../tools/sim/mail/mail-catcher.ts';
import { catchSms, type SmsCatcher } from '../../../../tools/sim/sms/sms-catcher.ts';
import { outboxContract, type OutboxRow } from '../../contract/send/outbox.contract.ts';
import message from '../index.ts';
import type { MessageDb, ReadCtx } from '../tables/tables.ts';
import { drainLane } from './outbox/drain-lane.ts';
import { laneRows } from './outbox/lane-rows.ts';
import { laneClaim } from './outbox/lane-worker.ts';
import { channelsIn } from './preference/ways.query.ts';

const ACCOUNT = 'sim@example.org';
export const MINUTE = 60_000;
export const admin = staff({ userId: 'admin', isAdministrator: true });
export const by = (userId: string, language: Language = 'zh') => staff({ userId, language });
const said = (zh: string): TextByLanguage => ({ zh, zhtw: `${zh}（繁）`, en: `${zh} (en)` });

const person = (id: string, over: Partial<Record<'email' | 'mobile' | 'language', string>> & { enabled?: boolean } = {}) => ({
  ...{ id, account: id, real_name: `SIM ${id}`, org_id: 'gz', department_id: null, manager_id: null, password_hash: null, password_changed_at: null },
  ...{ last_login_at: null, prev_login_at: null, deleted_at: null, unlock_at: null, is_administrator: id === 'admin', search_grams: searchGrams(id) },
  ...over,
});

/** The plugin over a database of its own, with simulated servers of mail and text messages, five people and two kinds of messages. */
export interface Sending {
  readonly host: PluginHost;
  readonly mails: MailCatcher;
  readonly texts: SmsCatcher;
  /** What becomes of a mail at its server. */
  fate: (mail: CaughtMail) => MailFate;
  /** What the page of configuration says, without secrets. */
  values: Record<string, string | number>;
  /** What the site says in place of the kind `acme.told`. */
  template: MessageTemplateText | undefined;
  ctx(): ReadCtx;
  /** To the nurse, unless told otherwise, each time with another key. */
  send(over?: Partial<MessageToSend>): Promise<SentMessage>;
  /** Lets both channels do what is due, as the job does. */
  work(): Promise<void>;
  listed(query?: object): Promise<readonly OutboxRow[]>;
  pass(ms: number): void;
  /** Nothing was sent, chosen or set otherwise. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

async function fill(host: PluginHost): Promise<void> {
  const db = host.db.kyselyFor<IdentityTables>();
  await db.insertInto('core.org').values({ id: 'gz', parent_id: null, en_code: 'SIM.gz', full_name: '广州中心', deleted_at: null }).execute();
  const people = [
    person('admin', { email: 'admin@example.org' }),
    person('nurse', { email: 'nurse@example.org', mobile: '13800001111' }),
    person('clerk', { email: 'clerk@example.org', language: 'en' }),
    person('mute'),
    person('gone', { email: 'gone@example.org', enabled: false }),
  ];
  await db.insertInto('core.user_account').values(people).execute();
  const kind = { title: said('SIM 结算存疑'), urgency: 'normal', outside: said('有{n}笔结算存疑'), params: { n: 'open', patient: 'personal' } } as const;
  host.extend(messageKinds, 'acme', { ...kind, code: 'acme.told', channels: ['mail'] });
  host.extend(messageKinds, 'acme', { ...kind, code: 'acme.must', channels: ['mail'], required: true });
}

async function workOn(ctx: ReadCtx, code: string): Promise<void> {
  const free = { lease_owner: '', lease_until: new Date(0) };
  await ctx.db
    .insertInto('message.lane')
    .values({ id: code, ...free })
    .onConflict((one) => one.column('id').doUpdateSet(free))
    .execute();
  await workLeasedRow(ctx, laneClaim, code, { owner: 'SIM', leaseMs: MINUTE, stopping: () => false }, async (lease) => {
    const found = channelsIn(ctx).find((one) => one.code === code);
    if (found && (await found.ready())) await drainLane(laneRows(ctx, found, lease), () => false);
  });
}

export async function startSending(): Promise<Sending> {
  const mails = await catchMail({ accounts: { [ACCOUNT]: 'SIM-right' }, fate: (mail) => sending.fate(mail) });
  const texts = await catchSms({ accounts: { 'SIM-key': 'SIM-secret' } });
  const host = await hostPlugins({ core: identityTables, message: message as never });
  await fill(host);
  host.provide(siteConfig, {
    ...({} as SiteConfig), // what sending does not ask for
    inForce: () => ({ sysName: 'SIM 系统' }),
    read: async () => ({ revision: 1, values: sending.values, secrets: ['emailPassword', 'smsKeySecret'] }),
    secret: async (name) => ({ emailPassword: 'SIM-right', smsKeySecret: 'SIM-secret' })[name],
    sendMail: mailSender({ log: createLog('silent'), inTransaction: () => host.db.inTransaction() }),
  });
  host.provide(messageTemplates, { ofKind: async (kind) => (kind === 'acme.told' || kind === CODE_KIND ? sending.template : undefined) });
  const set = () => ({ emailSmtpHost: '127.0.0.1', emailSmtpPort: mails.port, emailSsl: 0, emailAccount: ACCOUNT });
  let keys = 0;
  const sending: Sending = {
    ...{ host, mails, texts, fate: () => 'take', values: set(), template: undefined },
    ctx: () => host.context<MessageDb>('message'),
    send(over = {}) {
      keys += 1;
      const people: readonly UserId[] = ['nurse'];
      return host.service(messageSender).send({
        ...{ kind: 'acme.told', title: said('{patient}的结算存疑'), text: said('{patient}'), params: { n: 2, patient: '王小明' }, from: said('医保') },
        ...{ receivers: [{ persons: people }], key: `acme.told/${keys}` },
        ...over,
      });
    },
    async work() {
      for (const code of ['mail', 'sms']) await workOn(sending.ctx(), code);
    },
    listed: async (query = {}) => (await host.call('message', outboxContract.routes.list, { user: admin, query: { ...query } })).list,
    pass(ms) {
      host.time.now = new Date(host.time.now.getTime() + ms);
    },
    async clear() {
      Object.assign(sending, { fate: () => 'take', values: set(), template: undefined });
      for (const table of ['outbox', 'choice', 'quiet'] as const) await host.db.kyselyFor<MessageDb>().deleteFrom(`message.${table}`).execute();
    },
    close: async () => void (await Promise.all([host.close(), mails.close(), texts.close()])),
  };
  return sending;
}
