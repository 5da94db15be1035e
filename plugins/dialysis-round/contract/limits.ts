export const ROUND_MENU = 'dialysis.round';
export const TIMELINE_MENU = 'dialysis.timeline';
export const MAX_TEXT = 500;
export const MAX_REASON = 200;
export const MAX_TITLE = 100;
export const MAX_DOSE = 100;
/** Days between two times of an order that is not given at each treatment. */
export const MAX_EVERY_DAYS = 180;
/** Values of one sample. */
export const MAX_VALUES = 12;
/** What waits for signatures at most; beyond that a centre has another trouble. */
export const MAX_WAITING = 500;
/** Notes of a patient that are shown. */
export const MAX_NOTES = 200;
