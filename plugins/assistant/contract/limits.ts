/** Characters of one question. */
export const MAX_PROMPT = 4_000;
/** Characters of an answer that are kept and shown; a model that never ends is cut off here. */
export const MAX_ANSWER = 20_000;
/** Characters of earlier questions and answers that go along with a new one; the oldest are left out. */
export const MAX_CONTEXT = 12_000;
/** Characters of a conversation's title. */
export const MAX_TITLE = 60;
/** Questions of one conversation; then a new one begins. */
export const MAX_TURNS = 200;
/** Letters of the name that a page gives a question. */
export const MAX_ASK_ID = 64;
export const MAX_KEYWORD = 100;
/** Times that the model may look something up for one question. */
export const MAX_TOOL_ROUNDS = 3;
/** Tool calls of one round. */
export const MAX_TOOL_CALLS = 4;
/** Tokens of an answer (`max_new_tokens`), whatever a caller asks for. */
export const MAX_NEW_TOKENS = 4_096;
/** Seconds until a model that says nothing is given up; a setting says less or more within these. */
export const SECONDS_TO_ANSWER = { least: 5, most: 300 } as const;
export const KEPT_DAYS = { least: 1, most: 3_650 } as const;
/** Days of usage that one look covers. */
export const MAX_USAGE_DAYS = 92;
/** Limits of the settings: tokens a day, questions a minute. */
export const MAX_DAY_TOKENS = 1_000_000_000;
export const MAX_ASKS_PER_MINUTE = 120;
/** Highest price of 1,000 tokens, in fen. */
export const MAX_PRICE = 10_000;
export const MAX_ADDRESS = 300;
export const MAX_KEY = 500;
export const MAX_MODEL_NAME = 100;
