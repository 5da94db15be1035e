import { defineContract, get, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { CONFIG_PAGE, FLAGS, KEPT, MAX_ADMINISTRATORS, MAX_KEPT, MAX_SECRET, PICTURES, SECRETS, TEXT_LENGTHS, WHOLE_BOUNDS } from './config-limits.ts';

const need = (button: string) => `perm:${CONFIG_PAGE}:${button}` as const;

/** Members of one type under their names. */
const each = <const Name extends string, T>(names: readonly Name[], type: T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, T>; // the names are those of the list

const TEXTS = Object.keys(TEXT_LENGTHS) as (keyof typeof TEXT_LENGTHS)[];
const WHOLE = Object.keys(WHOLE_BOUNDS) as (keyof typeof WHOLE_BOUNDS)[];

/** As clients of the platform send values: numbers as texts, switches as numbers, what was never filled in as null. */
const sent = Type.Optional(Type.Union([Type.String({ maxLength: TEXT_LENGTHS.whiteListIp }), Type.Number(), Type.Boolean(), Type.Null()]));
const keptValue = Type.Union([Type.String({ maxLength: MAX_KEPT }), Type.Number(), Type.Boolean(), Type.Null()]);
/** Left out or empty: stays. Null: removed. */
const sentSecret = Type.Optional(Type.Union([Type.String({ maxLength: MAX_SECRET }), Type.Null()]));

/** In force now, spelled as wire facts 15 have it. */
const view = Type.Object({
  ...each(TEXTS, Type.String()),
  ...each(PICTURES, Type.String()),
  ...each(WHOLE, Type.Integer()),
  ...each(FLAGS, Type.Integer()),
  /** `'1'` a new sign-in ends the older ones of the account, `'2'` several devices at a time. */
  singleLogin: Type.String(),
  /** 1 too many wrong passwords lock the account until somebody unlocks it, 2 for `lockTime` minutes, each further failure for twice as long. */
  lockType: Type.Integer(),
  /** Of the product. */
  sysVersion: Type.String(),
  /** Always empty: see `secretsSet`. */
  ...each(SECRETS, Type.String()),
  ...each(KEPT, keptValue),
  /** Sent back with a change: one that was made meanwhile is not overwritten. */
  revision: Type.Integer(),
  /** Members that the installation fixes: name to variable of the environment, `sysVersion` to an empty text. They cannot be changed. */
  fixed: Type.Record(Type.String(), Type.String()),
  /** Names of the secrets that are kept. */
  secretsSet: Type.Array(Type.String()),
  /** Address from which this call came: it has to be on a white list that is saved. */
  ownAddress: Type.String(),
});
export type ConfigView = Static<typeof view>;

const mailTest = Type.Object({
  emailSmtpHost: sent,
  emailSmtpPort: sent,
  emailAccount: sent,
  emailPassword: sentSecret,
  emailSenderName: sent,
  emailSsl: sent,
  /** Receiver; left out: the account. */
  to: Type.Optional(Type.String({ maxLength: TEXT_LENGTHS.emailAccount })),
});
export type MailTest = Static<typeof mailTest>;

const administrator = Type.Object({ id: Type.String(), account: Type.String(), realName: Type.String() });
export type Administrator = Static<typeof administrator>;

/** Configuration of the installation. Only system administrators change it: it is felt by all organisations. */
export const configContract = defineContract('sysConfig', {
  read: get('/api/system/SysConfig', {
    summary: 'Configuration that is in force; secrets are empty',
    need: `perm:${CONFIG_PAGE}`,
    audit: 'none',
    reply: view,
  }),
  save: put('/api/system/SysConfig', {
    summary:
      'Changes what is sent and differs; what is left out stays, null goes back to what the installation says. In force on all servers from the next call or sign-in on. The same twice changes nothing',
    need: need('btn_edit'),
    audit: 'security',
    retry: 'natural',
    body: Type.Object({
      ...each([...TEXTS, ...PICTURES, ...WHOLE, ...FLAGS], sent),
      singleLogin: sent,
      lockType: sent,
      sysVersion: sent,
      ...each(SECRETS, sentSecret),
      ...each(KEPT, Type.Optional(keptValue)),
      /** As it was read; left out by clients that know none: the last one wins. */
      revision: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: view,
  }),
  testMail: post('/api/system/SysConfig/Email/Test', {
    summary: 'Sends a test message with what is sent here, kept settings for what is left out. The kept password goes to its own server and account alone',
    need: need('btn_test'),
    audit: 'security',
    retry: 'never',
    retryReason: 'each call sends a message',
    transaction: 'own',
    body: mailTest,
    reply: Type.Object({ to: Type.String() }),
  }),
  administrators: get('/api/system/SysConfig/getAdminList', {
    summary: 'People who may do everything',
    need: need('btn_admin'),
    audit: 'none',
    reply: Type.Array(administrator),
  }),
  setAdministrators: put('/api/system/SysConfig/setAdminList', {
    summary: 'Says who may do everything. Whoever calls stays one, so that one is always left',
    need: need('btn_admin'),
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ adminIds: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: MAX_ADMINISTRATORS, uniqueItems: true }) }),
    reply: Type.Array(administrator),
  }),
});
