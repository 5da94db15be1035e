/** Lines of a prescription, and of a package that becomes one. */
export const MAX_LINES = 60;
/** Largest single dose that may be typed or stored, in any unit: benzathine benzylpenicillin alone is given by the 2,400,000 units. */
export const MAX_DOSE = 99_999_999;
/** Decimals of a dose that may be typed. */
export const DOSE_DECIMALS = 4;
/** Course in days. */
export const MIN_DAYS = 1;
export const MAX_DAYS = 366;
/** Largest quantity; more than any course needs, and it keeps amounts inside numeric(14,2). */
export const MAX_QUANTITY = 999_999;
/** Numbers of injection groups. */
export const MAX_GROUP = 99;
