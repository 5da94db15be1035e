/** Characters of the name of an area, and of its code: codes of GB/T 2260 have six digits, those of towns and villages nine and twelve. */
export const MAX_AREA_NAME = 50;
export const MAX_AREA_CODE = 20;
/** Province, city, district, town, village, and one more. */
export const MAX_AREA_DEPTH = 6;
/** What stands above the topmost on the wire (wire facts 14). */
export const AREA_TOP = '-1';
/** Paths that one call of GetAreaByIds asks for, ids of one of them, and ids of a call of Paths. */
export const MAX_ID_PATHS = 500;
export const MAX_IDS_OF_PATH = 10;
export const MAX_PATH_IDS = 200;
/** Hits of a search. */
export const MAX_AREA_HITS = 50;
/** enCode of the page, whose button codes are the rights of all writing calls. */
export const AREA_MENU = 'system.area';
