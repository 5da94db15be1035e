/** What no constant can be called, besides what the source imports. */
const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import
  in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield`.split(
    /\s+/,
  ),
);

/**
 * Name of the constant that holds a record: the last part of the record's name. `beds.bed_type` → `bedType`, `beds.class` → `classRecord`
 * @param taken names that the source imports
 */
export function recordConstant(name: string, taken: readonly string[]): string {
  const words = (name.split('.').at(-1) ?? '').split('_').filter((each) => each !== '');
  const [first = 'record', ...rest] = words.map((each, at) => (at === 0 ? each.charAt(0).toLowerCase() : each.charAt(0).toUpperCase()) + each.slice(1));
  const joined = [/^\d/.test(first) ? `record${first}` : first, ...rest].join('');
  return RESERVED.has(joined) || taken.includes(joined) ? `${joined}Record` : joined;
}
