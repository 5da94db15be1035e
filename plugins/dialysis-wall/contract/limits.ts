export const WAITING_MENU = 'dialysis.waitingScreen';
export const STATIONS_MENU = 'dialysis.nurseScreen';
export const CALL_MENU = 'dialysis.call';
/** Where somebody is called to. */
export const CALL_PLACES = ['station', 'scale', 'desk'] as const;
export type CallPlace = (typeof CALL_PLACES)[number];
/** Two nurses who call the same patient to the same place within this time call once. */
export const SAME_CALL_MS = 10_000;
/** Calls of a day that are read; far more than a facility has patients. */
export const MAX_CALLS = 1_000;
