export const MAX_CLIENT_ID = 64;
export const MAX_STATION_CODE = 40;
export const MAX_ORDER_TITLE = 100;
export const MAX_DOSE = 100;
/** Drugs that are given together. */
export const MAX_GROUP = 10;
export const MAX_METHOD = 50;
export const MAX_SET_NAME = 50;
/** Orders, and groups of them, in a set. */
export const MAX_SET_ORDERS = 20;
/** Trace codes of one giving. */
export const MAX_CODES = 20;
export const MIN_KIT_QUANTITY = 1;
export const MAX_KIT_QUANTITY = 99;
export const MAX_ENTRIES = 500;
export const MAX_OVERRIDES = 8;
/** Days between two times of an order that is not given at each treatment. */
export const MAX_EVERY_DAYS = 180;
export const BEDSIDE_MENU = 'dialysis.bedside';
export const TODAY_MENU = 'dialysis.today';
