/** What forms, calls and tables hold alike, in characters. */
export const MAX_REASON = 200;
/** Longest reference that a receipt can print. */
export const MAX_REFERENCE = 64;
/** Of the code of a way to pay. */
export const MAX_PAY_WAY = 20;
/** Ways on one bill. */
export const MAX_PAYMENTS = 10;
/** Yuan. */
export const MAX_AMOUNT = 9_999_999_999.99;
/** Of a list of ids in an address, joined by commas: fifty of 64 characters. */
export const MAX_ID_LIST = 3_300;
