/** enCode of the page of texts. */
export const LANGUAGE_PAGE = 'system.language';
/** Characters of a wording. */
export const MAX_WORDING = 2_000;
export const MAX_TEXT_KEY = 300;
/** Rows of a workbook of texts. */
export const MAX_TEXT_ROWS = 20_000;
