export const DING_CONFIG_MENU = 'weChat.dingConfig';

/** Address of the service itself; a relay of the hospital stands in its place. */
export const DING_GATEWAY = 'https://oapi.dingtalk.com';
/** Of the AppKey and of the AgentId, which is a number longer than 32 bits. */
export const MAX_APP_KEY = 64;
export const MAX_DING_AGENT = 64;
export const MAX_DING_SECRET = 200;
/** Of an id of a member. */
export const MAX_DING_USER_ID = 64;
