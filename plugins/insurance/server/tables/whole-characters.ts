const HALF_A_CHARACTER = /\p{Surrogate}/gu;

/**
 * A row whose texts were cut, or came cut from a platform: half a character becomes the sign for one that nobody can read, as the database would
 * keep it. The columns themselves refuse it, and what a platform says must not be lost for that.
 */
export const wholeCharacters = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'string' ? value.replace(HALF_A_CHARACTER, '\uFFFD') : value])) as Row;
