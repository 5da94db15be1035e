/** enCode of the page of menus, whose button codes are the rights of all writing calls. */
export const MENU_PAGE = 'system.menu';
/** Codes of entries that a site makes begin with this, so that no plugin of later takes one over with its grants. */
export const SITE_PREFIX = 'site.';
/** What stands above the topmost on the wire (wire facts 1). */
export const MENU_TOP = '-1';
/** Characters. */
export const MAX_MENU_NAME = 50;
export const MAX_MENU_CODE = 80;
export const MAX_MENU_ADDRESS = 500;
export const MAX_MENU_NOTE = 500;
export const MAX_MODULE_ID = 100;
export const MAX_MENU_SORT = 1_000_000;
/** Levels of the tree. */
export const MAX_MENU_DEPTH = 6;
/** Entries that a site makes, those that one file names, and codes of one of them. */
export const MAX_SITE_MENUS = 300;
export const MAX_FILE_MENUS = 500;
export const MAX_MENU_ITEMS = 100;
