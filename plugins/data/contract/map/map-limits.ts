/** enCode of the page of maps. */
export const MAP_MENU = 'systemData.map';
export const MAX_MAP_NAME = 50;
export const MAX_MAP_CODE = 50;
/** Of the file: a floor plan takes some kilobytes, the districts of a province about one megabyte. */
export const MAX_MAP_BYTES = 2 * 1_048_576;
/** Places and positions of one map: more are slow to draw on a phone. */
export const MAX_MAP_FEATURES = 5_000;
export const MAX_MAP_POSITIONS = 100_000;
