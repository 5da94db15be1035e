export const MODEL_MENU = 'systemData.dataModel';
/** Characters of a name of a table or column of the site. PostgreSQL takes 63. */
export const MAX_SITE_NAME = 50;
/** Of what a table or column is called in words. */
export const MAX_COMMENT = 200;
export const MAX_COLUMNS = 100;
/** Characters of a column of type varchar. */
export const MAX_VARCHAR = 4_000;
export const DEFAULT_VARCHAR = 50;
/** Digits of a decimal, and those of them behind the point. */
export const MAX_DIGITS = 38;
/** Characters of a length as it is written, `18,2`. */
export const MAX_LENGTH_TEXT = 10;
export const DEFAULT_DECIMAL = '18,2';
/** Rows of a table that a preview looks at, over all its pages. */
export const MAX_PREVIEW_ROWS = 1_000;
/** Characters of a value in a preview. */
export const MAX_PREVIEW_TEXT = 200;
/** Milliseconds of a statement of a preview. */
export const PREVIEW_MS = 5_000;
/** Common columns that a list without pages shows. */
export const MAX_COMMON_FIELDS = 200;
/** Tables of a source that a list shows. */
export const MAX_TABLES = 5_000;
/** Characters of a name at a foreign server. */
export const MAX_FOREIGN_NAME = 63;
/** Bytes of a file with the shape of a table. */
export const MAX_TABLE_FILE = 200_000;
