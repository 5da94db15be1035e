/** Limits that forms, calls and tables share. */
export const MAX_NOTE = 500;
export const MAX_REASON = 200;
export const MAX_NAME = 100;
export const MAX_SITE = 50;
export const MAX_ALLERGY = 40;
export const MAX_ALLERGIES = 20;
export const MAX_SLOTS = 28;
export const MAX_CYCLE_WEEKS = 4;
/** Units of doses, such as IU. */
export const MAX_UNIT = 20;
/** Decimals of what is given against clotting. */
export const ANTICOAGULANT_DECIMALS = 1;
/** Days of a pattern that knows no weekdays. */
export const EVERY_DAYS = { min: 2, max: 7 } as const;
/** Limits of numbers in the units of their fields; `precision`: decimals, none where nothing is said. */
export const URINE_ML = { min: 0, max: 4_000 } as const;
export const HEIGHT_CM = { min: 100, max: 220 } as const;
export const DRY_WEIGHT_KG = { min: 20, max: 200, precision: 1 } as const;
export const NEEDLE_GAUGE = { min: 13, max: 20 } as const;
export const LOCK_ML = { min: 0.5, max: 5, precision: 1 } as const;
/** Dilution of RPR and TRUST. */
export const TITRE = { min: 1, max: 4_096 } as const;
/** What is typed of allergies in one line. */
export const MAX_ALLERGY_LINE = 400;
/** Markers of one sample. */
export const MAX_RESULTS = 10;
/** Patients on dialysis that the list reads at most: those of a large centre, ten times over. */
export const MAX_FILES = 3_000;
/** Of the form that was signed, such as `2026-1`. */
export const MAX_FORM_VERSION = 40;
/** Pages of one consent that are scanned or photographed. */
export const MAX_CONSENT_FILES = 9;
/** The menu, and so the right to read. */
export const FILE_MENU = 'his.dialysisFile';
