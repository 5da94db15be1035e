/** enCode of the menu, a page below 扩展应用 (wire facts 10, `extend-email`), and of the fixed page `/emailDetail` (spec 2.1). */
export const MAIL_MENU = 'extend.email';

/** Upload type of what hangs on letters. */
export const MAIL_FILE = 'mail';

export const MAX_SERVER_ADDRESS = 300;
export const MAX_ADDRESS = 254;
export const MAX_NAME = 100;
export const MAX_ACCOUNT = 254;
export const MAX_PASSWORD = 200;
export const MAX_SIGNATURE = 1_000;
export const MAX_SUBJECT = 200;
/** Characters of a letter that is written here. */
export const MAX_TEXT = 50_000;
/** Receivers of one letter, copies included. */
export const MAX_RECEIVERS = 100;
export const MAX_FILES = 10;
/** MB that one attachment has to be smaller than, and that all of a letter may have. */
export const FILE_LIMIT_MB = 5;
export const MAX_FILES_MB = 20;
export const MAX_FILES_BYTES = MAX_FILES_MB * 1_048_576;
/** Letters that one person keeps unfinished. */
export const MAX_DRAFTS = 200;
export const MAX_FOLDER = 500;
export const MAX_KEYWORD = 100;
export const MAX_LETTER_ID = 64;
export const MAX_MESSAGE_ID = 500;
/** Characters of the name of a letter in a mailbox. */
export const MAX_MAIL_ID = 1_200;
/** Bytes of the text of one letter that is shown; behind them it is cut. */
export const MAX_SHOWN_BYTES = 1_048_576;
/** Bytes of an attachment that is fetched. */
export const MAX_FETCHED_BYTES = 30 * 1_048_576;
/** Pictures within a letter that are shown, and bytes of each. */
export const MAX_INLINE_PICTURES = 20;
export const MAX_PICTURE_BYTES = 1_048_576;
export const MAX_PAGE = 100;
