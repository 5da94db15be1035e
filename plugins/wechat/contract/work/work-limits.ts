export const WORK_CONFIG_MENU = 'weChat.qyhConfig';
export const WORK_PEOPLE_MENU = 'weChat.qyUser';
/** Messages that people write to staff (wire facts 6.1). */
export const WORK_MESSAGE_MENU = 'weChat.qyMessage';

export const MAX_CORP_ID = 64;
export const MIN_AGENT_ID = 1;
export const MAX_AGENT_ID = 2_147_483_647;
export const MAX_WORK_SECRET = 200;
export const MAX_BASE_ADDRESS = 300;
/** Of an id of a member, as the page of users has it. */
export const MAX_WORK_USER_ID = 64;
/** People whose mobile numbers one call asks about. */
export const MAX_MATCHES = 100;

/** Addresses of the service itself; a relay of the hospital stands in their place. */
export const WORK_GATEWAY = 'https://qyapi.weixin.qq.com';
export const WORK_LOGIN_PAGE = 'https://login.work.weixin.qq.com';

/** What can go wrong between us and the service; each has its sentence (`errors.wechat.work-…`). */
export const WORK_FAILURES = [
  'off',
  'not-listed',
  'unreachable',
  'no-answer',
  'garbled',
  'corp',
  'secret',
  'token',
  'agent',
  'ip',
  'code',
  'nobody',
  'limited',
  'busy',
  'no-right',
  'refused',
] as const;
export type WorkFailure = (typeof WORK_FAILURES)[number];

/** People whom one message goes to. */
export const MAX_STAFF_RECEIVERS = 200;
/** Departments that one message names. */
export const MAX_STAFF_DEPARTMENTS = 20;
/** Characters of a message to staff. */
export const MAX_STAFF_TEXT = 600;
/** Bytes of UTF-8 that the service takes as a text; behind them it would cut. */
export const MAX_STAFF_TEXT_BYTES = 2_000;

/** `doubtful`: no answer came, or its process ended; a person decides. */
export const STAFF_MESSAGE_STATES = ['sending', 'sent', 'refused', 'doubtful'] as const;
export type StaffMessageState = (typeof STAFF_MESSAGE_STATES)[number];
