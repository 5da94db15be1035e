/** enCode of the page on which administrators read feedback; also the right of its calls. */
export const FEEDBACK_MENU = 'system.feedback';
/** Characters of what a person says, and of an answer. */
export const MAX_FEEDBACK_TEXT = 1_000;
export const MAX_FEEDBACK_PLACE = 200;
export const MAX_PAGE_TITLE = 100;
/** Of what a browser says of itself. */
export const MAX_USER_AGENT = 400;
export const MAX_BROWSER = 60;
export const MAX_PRODUCT_VERSION = 40;
/** `1440×900`. */
export const MAX_SCREEN = 20;
/** That one person sends within an hour. */
export const MAX_FEEDBACK_AN_HOUR = 20;
/** Where feedback stands: nobody looked at it, somebody works on it, it is settled. */
export const FEEDBACK_STATES = ['new', 'working', 'done'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];
