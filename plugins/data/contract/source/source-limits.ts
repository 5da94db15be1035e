/** enCode of the page, which is the right of its calls. */
export const SOURCE_MENU = 'systemData.dataSource';
/** Id that stands for this installation's own database in calls about tables. */
export const OWN_SOURCE = '0';
/** Characters. */
export const MAX_SOURCE_NAME = 50;
export const MAX_HOST = 253;
export const MAX_USER = 63;
export const MAX_PASSWORD = 200;
/** PostgreSQL cuts longer names. */
export const MAX_DATABASE = 63;
export const MAX_ORACLE = 100;
