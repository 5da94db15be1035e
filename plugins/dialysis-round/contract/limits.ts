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
export const MIN_EVERY_DAYS = 2;
/** mmol/L of a sample before and after a treatment. */
export const UREA_BEFORE = { min: 0.5, max: 100, precision: 1 } as const;
export const UREA_AFTER = { min: 0.1, max: 100, precision: 1 } as const;
/** ml and minutes with which a treatment is confirmed, as its contract has them. */
export const CONFIRMED_UF = { min: 0, max: 6_000 } as const;
export const CONFIRMED_MINUTES = { min: 1, max: 720 } as const;
