/** Lines of a prescription, and of a package that becomes one. */
export const MAX_LINES = 60;
/** Largest single dose that may be typed or stored, in any unit: benzathine benzylpenicillin alone is given by the 2,400,000 units. */
export const MAX_DOSE = 99_999_999;
/** Decimals of a dose, typed and kept: a quarter of a tablet of 0.125 mg is 0.03125 mg. */
export const DOSE_DECIMALS = 6;
/** Digits of a dose in its column, decimals among them. */
export const DOSE_DIGITS = 14;
const WHOLE_DIGITS = String(MAX_DOSE).length;
/** A dose as it is typed into a text, and the most signs of one. */
// pattern: of this file, anchored, and every repetition is bounded
export const DOSE_TEXT = new RegExp(`^\\d{1,${WHOLE_DIGITS}}(\\.\\d{1,${DOSE_DECIMALS}})?$`);
export const MAX_DOSE_TEXT = WHOLE_DIGITS + 1 + DOSE_DECIMALS;
/** Course in days. */
export const MIN_DAYS = 1;
export const MAX_DAYS = 366;
/** Largest quantity; more than any course needs, and it keeps amounts inside numeric(14,2). */
export const MAX_QUANTITY = 999_999;
/** Decimals of a quantity, as `Quantity` has them. */
export const QUANTITY_DECIMALS = 4;
/** Numbers of injection groups. */
export const MAX_GROUP = 99;
