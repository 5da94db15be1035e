/** enCode of the page, whose button codes are the rights of export and clearing. */
export const LOG_MENU = 'system.log';
/** What the platform numbers the four logs by. */
export const LOG_TYPES = { login: '1', operation: '3', exception: '4', request: '5' } as const;
export type LogType = (typeof LOG_TYPES)[keyof typeof LOG_TYPES];
/** Requests, and exceptions, that are kept at most, however long a site wants to keep them. */
export const MAX_KEPT_LINES = 200_000;
/** Days that a site may keep them. */
export const MAX_KEPT_DAYS = 365;
/** Lines that one call may remove by their ids. */
export const MAX_REMOVED_IDS = 500;
/** Characters of a search. */
export const MAX_LOG_WORD = 100;
/** Characters of one exception that are kept. */
export const MAX_PROBLEM = 8_000;
