/** Lines of a prescription, and of a package that becomes one. */
export const MAX_LINES = 60;
/** Largest single dose that may be typed or stored, in any unit: benzathine benzylpenicillin alone is given by the 2,400,000 units. */
export const MAX_DOSE = 99_999_999;
/** Decimals of a dose that may be typed. */
export const DOSE_DECIMALS = 4;
/** Longest course in days. */
export const MAX_DAYS = 366;
