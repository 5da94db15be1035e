import { defineContract, get, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { accountState, accountTestReply, flag, seenVersion, text, tries } from '../account/account-parts.ts';
import { MAX_AGENT_ID, MAX_BASE_ADDRESS, MAX_CORP_ID, MAX_WORK_SECRET, WORK_CONFIG_MENU } from './work-limits.ts';

const need = `perm:${WORK_CONFIG_MENU}` as const;

const fields = {
  corpId: text(MAX_CORP_ID),
  /** 0: none is entered yet. */
  agentId: Type.Integer({ minimum: 0, maximum: MAX_AGENT_ID }),
  /** Base address of the service or of a relay: `https://qyapi.weixin.qq.com`. */
  gateway: text(MAX_BASE_ADDRESS),
  /** Base address of the page that shows the picture to scan. */
  loginPage: text(MAX_BASE_ADDRESS),
  /** Scheme and host under which staff open this system, its trusted domain; empty: whichever they use. */
  siteAddress: text(MAX_BASE_ADDRESS),
  /** Staff sign in by scanning. */
  scanOn: flag,
  /** Messages to staff go out. */
  messageOn: flag,
};

export const workConfigView = Type.Object({
  ...fields,
  /** The secret is told to nobody. */
  secretSet: flag,
  /** So is that of the address book. */
  bookSecretSet: flag,
  ...accountState,
});
export type WorkConfigView = Static<typeof workConfigView>;

export const workConfigBody = Type.Object({
  ...fields,
  /** A new secret; left out or empty: the one that is kept stays. */
  secret: Type.Optional(text(MAX_WORK_SECRET)),
  /** The same of the address book: with it departments and people from here are written there. */
  bookSecret: Type.Optional(text(MAX_WORK_SECRET)),
  ...seenVersion,
});
export type WorkConfigBody = Static<typeof workConfigBody>;

/** WeChat work account of the installation. System administrators alone (`core.system-only` for everybody else). */
export const workConfigContract = defineContract('wechat-work-config', {
  read: get('/api/WeChat/QYHConfig', { summary: 'The account as it is set up, without its secret', need, audit: 'none', reply: workConfigView }),
  save: put('/api/WeChat/QYHConfig', {
    summary:
      'Set the account up. Refused: `wechat.config-stale` (somebody saved meanwhile), `wechat.secret-again` (another gateway, corporation or agent with the kept secret), ' +
      '`wechat.address-malformed`, `wechat.corp-malformed`, `wechat.config-incomplete`',
    need: `${need}:btn_edit`,
    audit: 'security',
    retry: 'idempotent-key',
    body: workConfigBody,
    reply: workConfigView,
  }),
  test: post('/api/WeChat/QYHConfig/Actions/Test', {
    summary: 'Asks the service for a new token and for the agent, with the account as it is saved; nothing is sent to anybody',
    need: `${need}:btn_test`,
    ...tries,
    reply: accountTestReply,
  }),
});
