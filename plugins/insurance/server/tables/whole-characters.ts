const HALF_A_CHARACTER = /\p{Surrogate}/gu;

const whole = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(HALF_A_CHARACTER, '\uFFFD');
  if (Array.isArray(value)) return value.map(whole);
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype ? wholeCharacters(value) : value;
};

/**
 * A row whose texts were cut, or came cut from a platform: half a character becomes the sign for one that nobody can read, as a database keeps it.
 * Columns refuse it, and what a platform says must not be lost for that.
 */
export const wholeCharacters = <Row extends object>(row: Row): Row => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, whole(value)])) as Row;
