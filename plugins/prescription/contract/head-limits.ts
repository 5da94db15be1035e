/** What forms, calls and tables hold alike, in characters. */
export const MAX_VISIT = 60;
/** Of a note on the head of a prescription. */
export const MAX_HEAD_NOTE = 500;
/** Of what people look for in the work area. */
export const MAX_KEYWORD = 100;
/** Medical categories have six digits. */
export const MAX_DP_TYPE = 999_999;
