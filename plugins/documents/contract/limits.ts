/** Menu of the page. */
export const DOCUMENT_MENU = 'extend.document';
/** Upload type of files that hang on entries here. */
export const DOCUMENT_FILE = 'document';
/** Characters of a name, with its extension. */
export const MAX_NAME = 150;
/** Folders in folders. */
export const MAX_DEPTH = 12;
/** Folders and files of one person, those in the recycle bin included. */
export const MAX_ENTRIES = 50_000;
/** People that one entry is shared with. */
export const MAX_SHARED_WITH = 200;
/** Files of the list of those that can be looked at: the latest ones. */
export const MAX_LISTED = 500;
/** Files that are added at a time. */
export const MAX_ADDED = 20;
/** On the wire the topmost folder is called so, as by clients of the platform. */
export const TOP = '0';
