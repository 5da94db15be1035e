/** enCode of the page of texts. */
export const LANGUAGE_PAGE = 'system.language';
/** Characters of a wording. */
export const MAX_WORDING = 2_000;
export const MAX_TEXT_KEY = 300;
/** Rows of a workbook of texts. */
export const MAX_TEXT_ROWS = 20_000;
/** BCP 47. */
export const MAX_LANGUAGE_CODE = 35;
export const MAX_LANGUAGE_NAME = 50;
/** Languages that a site adds. */
export const MAX_ADDED_LANGUAGES = 10;
