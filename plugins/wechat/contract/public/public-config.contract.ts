import { defineContract, get, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { accountState, accountTestReply, flag, seenVersion, text, tries } from '../account/account-parts.ts';
import { MAX_BASE_ADDRESS } from '../work/work-limits.ts';
import {
  AES_KEY_LENGTH,
  MAX_APP_ID,
  MAX_APP_SECRET,
  MAX_CALLBACK_TOKEN,
  MAX_TEMPLATE_FIELD,
  MAX_TEMPLATE_ID,
  PUBLIC_CONFIG_MENU,
  TEMPLATE_KINDS,
  type TemplateKind,
} from './public-limits.ts';

const need = `perm:${PUBLIC_CONFIG_MENU}` as const;

const fields = {
  appId: text(MAX_APP_ID),
  /** Base address of the service or of a relay: `https://api.weixin.qq.com`. */
  gateway: text(MAX_BASE_ADDRESS),
  /** Scheme and host under which the service reaches this system; it calls `CALLBACK_PATH` there. */
  siteAddress: text(MAX_BASE_ADDRESS),
  /** Page of the hospital that a reminder leads to; empty: it leads nowhere. */
  reminderUrl: text(MAX_BASE_ADDRESS),
  /** What a reminder goes as once 48 hours are over. */
  templateKind: Type.Unsafe<TemplateKind>(Type.Union(TEMPLATE_KINDS.map((one) => Type.Literal(one)))),
  templateId: text(MAX_TEMPLATE_ID),
  /** Name of the template's field that takes the sentence: `thing1`. */
  templateField: text(MAX_TEMPLATE_FIELD),
  /** Messages of patients come in and are answered. */
  receiveOn: flag,
  /** Reminders to patients go out. */
  messageOn: flag,
};

export const publicConfigView = Type.Object({
  ...fields,
  /** Secrets are told to nobody. */
  secretSet: flag,
  tokenSet: flag,
  aesKeySet: flag,
  ...accountState,
  /** What the console of the service asks for as the address of this server; empty: the site's address is not set. */
  callbackUrl: Type.String(),
});
export type PublicConfigView = Static<typeof publicConfigView>;

export const publicConfigBody = Type.Object({
  ...fields,
  /** New secrets; left out or empty: what is kept stays. */
  secret: Type.Optional(text(MAX_APP_SECRET)),
  token: Type.Optional(text(MAX_CALLBACK_TOKEN)),
  aesKey: Type.Optional(text(AES_KEY_LENGTH)),
  ...seenVersion,
});
export type PublicConfigBody = Static<typeof publicConfigBody>;

/** WeChat public account of the installation. System administrators alone (`core.system-only` for everybody else). */
export const publicConfigContract = defineContract('wechat-public-config', {
  read: get('/api/WeChat/MPConfig', { summary: 'The account as it is set up, without its secrets', need, audit: 'none', reply: publicConfigView }),
  save: put('/api/WeChat/MPConfig', {
    summary:
      'Set the account up. Refused: `wechat.mp-config-stale`, `wechat.mp-secret-again` (another gateway or account with the kept secret), `wechat.address-malformed`, `wechat.site-malformed`, ' +
      '`wechat.mp-app-malformed`, `wechat.mp-token-malformed`, `wechat.mp-key-malformed`, `wechat.mp-config-incomplete`',
    need: `${need}:btn_edit`,
    audit: 'security',
    retry: 'idempotent-key',
    body: publicConfigBody,
    reply: publicConfigView,
  }),
  test: post('/api/WeChat/MPConfig/Actions/Test', {
    summary: 'Asks the service for a token and for the menu in force, with the account as it is saved; nothing is sent to anybody',
    need: `${need}:btn_test`,
    ...tries,
    reply: accountTestReply,
  }),
});
