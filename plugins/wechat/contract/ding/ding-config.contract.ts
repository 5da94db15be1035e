import { defineContract, get, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { accountState, accountTestReply, flag, seenVersion, text, tries } from '../account/account-parts.ts';
import { MAX_BASE_ADDRESS, WORK_CONFIG_MENU } from '../work/work-limits.ts';
import { DING_CONFIG_MENU, MAX_APP_KEY, MAX_DING_AGENT, MAX_DING_SECRET } from './ding-limits.ts';

const need = `perm:${DING_CONFIG_MENU}` as const;

const fields = {
  appKey: text(MAX_APP_KEY),
  /** Of the app that messages come from, digits; empty: none is entered yet. */
  agentId: text(MAX_DING_AGENT),
  /** Base address of the service or of a relay: `https://oapi.dingtalk.com`. */
  gateway: text(MAX_BASE_ADDRESS),
  /** Scheme and host where links in messages lead; empty: messages have none. */
  siteAddress: text(MAX_BASE_ADDRESS),
  /** Messages to staff go out. */
  messageOn: flag,
};

export const dingConfigView = Type.Object({
  ...fields,
  /** The secret is told to nobody. */
  secretSet: flag,
  ...accountState,
});
export type DingConfigView = Static<typeof dingConfigView>;

export const dingConfigBody = Type.Object({
  ...fields,
  /** A new secret; left out or empty: the one that is kept stays. */
  secret: Type.Optional(text(MAX_DING_SECRET)),
  ...seenVersion,
});
export type DingConfigBody = Static<typeof dingConfigBody>;

/** DingTalk account of the installation. System administrators alone (`core.system-only` for everybody else). */
export const dingConfigContract = defineContract('wechat-ding-config', {
  read: get('/api/DingTalk/Config', { summary: 'The account as it is set up, without its secret', need, audit: 'none', reply: dingConfigView }),
  save: put('/api/DingTalk/Config', {
    summary:
      'Set the account up. Refused: `wechat.ding-config-stale` (somebody saved meanwhile), `wechat.ding-secret-again` (another gateway or app with the kept secret), ' +
      '`wechat.address-malformed`, `wechat.ding-key-malformed`, `wechat.ding-config-incomplete`',
    need: `${need}:btn_edit`,
    audit: 'security',
    retry: 'idempotent-key',
    body: dingConfigBody,
    reply: dingConfigView,
  }),
  test: post('/api/DingTalk/Config/Actions/Test', {
    summary: 'Asks the service for a new token and for the highest department, with the account as it is saved; nothing is sent to anybody',
    need: `${need}:btn_test`,
    ...tries,
    reply: accountTestReply,
  }),
});

/**
 * Tests of the platform's page of configuration (wire facts 15): what was typed there is tried at the gateway that is set up here, and kept nowhere; a secret that is left out is
 * that of the account here. What is wrong is told as a refusal (`wechat.work-…`, `wechat.ding-…`).
 */
export const thirdTestContract = defineContract('wechat-third-test', {
  work: post('/api/system/SysConfig/{type}/testQyWebChatConnect', {
    summary: 'WeCom: 0 the secret of the address book, 1 that of the app, with its agent',
    need: `perm:${WORK_CONFIG_MENU}:btn_test`,
    ...tries,
    params: Type.Object({ type: Type.Union([Type.Literal('0'), Type.Literal('1')]) }),
    body: Type.Object({
      qyhCorpId: Type.Optional(text(64)),
      qyhAgentId: Type.Optional(text(MAX_DING_AGENT)),
      qyhAgentSecret: Type.Optional(text(200)),
      qyhCorpSecret: Type.Optional(text(200)),
    }),
    reply: Type.Null(),
  }),
  ding: post('/api/system/SysConfig/testDingTalkConnect', {
    summary: 'DingTalk: key and secret',
    need: `${need}:btn_test`,
    ...tries,
    body: Type.Object({ dingSynAppKey: Type.Optional(text(MAX_APP_KEY)), dingSynAppSecret: Type.Optional(text(MAX_DING_SECRET)) }),
    reply: Type.Null(),
  }),
});
