/** What forms, calls and tables hold alike, in characters. */
export const MIN_REASON = 2;
export const MAX_REASON = 200;
/** Diagnoses of a file, and of what each of them is made. */
export const MAX_DIAGNOSES = 30;
export const MAX_DIAGNOSIS_CODE = 40;
export const MAX_DIAGNOSIS_NAME = 200;
/** Decimals of a dry weight in kg. */
export const DRY_WEIGHT_DECIMALS = 1;
/** Characters of the id of an area. */
export const MAX_AREA_ID = 64;
