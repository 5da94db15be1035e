/** Characters of which everybody says the same: one column for ASCII, two for Chinese and what is as wide. */
const OTHER = /[^\x20-\x7e\u3000-\u303e\u4e00-\u9fff\uff01-\uff60]/gu;

/** A document whose texts have a width that is known: how many columns other characters take, editors and versions of Unicode do not agree about. */
export function ofKnownWidth<T>(given: T): T {
  if (typeof given === 'string') return given.replace(OTHER, 'x') as T;
  if (Array.isArray(given)) return given.map((item: unknown) => ofKnownWidth(item)) as T;
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]: [string, unknown]) => [key, ofKnownWidth(value)])) as T;
}
