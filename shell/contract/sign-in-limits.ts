/** What the forms and the calls of signing in hold alike, in characters. A file of its own: the log-in page loads nothing else of a contract. */
export const MAX_ACCOUNT = 100;
export const MAX_SETUP_CODE = 100;
/** As typed; that it is one of eleven digits is a rule, and is told in words. */
export const MAX_MOBILE = 20;
/** Digits of a code that is sent by text message. */
export const MOBILE_CODE_LENGTH = 6;
