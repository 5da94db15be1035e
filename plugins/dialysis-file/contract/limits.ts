/** Limits that forms, calls and tables share. */
export const MAX_NOTE = 500;
export const MAX_REASON = 200;
export const MAX_NAME = 100;
export const MAX_SITE = 50;
export const MAX_ALLERGY = 40;
export const MAX_ALLERGIES = 20;
export const MAX_SLOTS = 28;
export const MAX_CYCLE_WEEKS = 4;
/** Markers of one sample. */
export const MAX_RESULTS = 10;
/** Patients on dialysis that the list reads at most: those of a large centre, ten times over. */
export const MAX_FILES = 3_000;
/** The menu, and so the right to read. */
export const FILE_MENU = 'his.dialysis-file';
