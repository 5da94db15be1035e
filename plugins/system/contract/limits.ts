/** Characters of a code, and of the names of a dictionary and of an entry. */
export const MAX_CODE = 50;
export const MAX_TYPE_NAME = 50;
export const MAX_ENTRY_NAME = 100;
export const MAX_DESCRIPTION = 500;
export const MAX_SORT_CODE = 1_000_000;
/** Levels of the tree of dictionaries, and of the entries of one. */
export const MAX_TYPE_DEPTH = 6;
export const MAX_ENTRY_DEPTH = 10;
/** Entries that one file brings. */
export const MAX_FILE_ENTRIES = 5_000;
/** What stands above the topmost on the wire: dictionaries, entries (wire facts 1). */
export const TYPE_TOP = '-1';
export const ENTRY_TOP = '0';
/** enCode of the page, whose button codes are the rights of all writing calls. */
export const DICTIONARY_MENU = 'systemData.dictionary';
export const MONITOR_MENU = 'system.monitor';
export const CACHE_MENU = 'system.cache';
