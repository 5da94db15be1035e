export const SYNC_MENU = 'systemData.dataSync';
/** Rows of one transaction. */
export const BATCH_ROWS = 500;
/** Rows that do not fit whose keys are kept; further ones are counted alone. */
export const MAX_KEPT_REFUSALS = 200;
/** Characters of a key and of a reason that are kept. */
export const MAX_KEY_TEXT = 200;
