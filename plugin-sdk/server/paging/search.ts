import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { createRequire } from 'node:module';
import { inSimplified } from './scripts.ts';

type Pinyin = typeof import('pinyin-pro');

let load = (): Pinyin => createRequire(import.meta.url)('pinyin-pro') as Pinyin;
let loaded: Pinyin | undefined;
/** A quarter of a megabyte of dictionaries, filled when the package is loaded: at the first Chinese text. */
const readings = (): Pinyin => {
  loaded ??= load();
  return loaded;
};

/** For a program that may read no folder of packages: hands in what it carries, asked for at the first Chinese text. */
export function takePinyinFrom(given: () => Pinyin): void {
  load = given;
}

/**
 * Keyword search that needs no database extension: the application cuts texts into short pieces and keeps them in a `text[]`
 * column with a GIN index; a keyword matches when all its pieces are there. Chinese is found by any two characters in a row,
 * by pinyin and by pinyin initials, in simplified and traditional characters alike; letters and digits by any part.
 *
 * ```sql
 * search_grams text[] not null default '{}',
 * create index drug_search on prescription.drug using gin (search_grams);
 * ```
 */
const RUNS = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;
const HAN = /^\p{Script=Han}/u;
const MAX_GRAM = { han: 2, other: 3 } as const;
/** Characters of one text that are indexed; nobody searches further in. */
const MAX_TEXT = 300;
/** Readings of one text that are kept: polyphonic characters multiply quickly. */
const MAX_READINGS = 8;

const runsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().slice(0, MAX_TEXT).match(RUNS) ?? [];

const longestOf = (run: string): number => (HAN.test(run) ? MAX_GRAM.han : MAX_GRAM.other);

function addGrams(into: Set<string>, run: string): void {
  const characters = [...run];
  const longest = longestOf(run);
  for (let length = 1; length <= longest; length += 1) {
    for (let start = 0; start + length <= characters.length; start += 1) into.add(characters.slice(start, start + length).join(''));
  }
}

/** Readings of each character of a Chinese run: `重` → zhong, chong. */
const readingsOf = (run: string): string[][] =>
  (readings().polyphonic(run, { toneType: 'none', type: 'array' }) as string[][]).map((readings) =>
    [...new Set(readings)].map((reading) => reading.replace('ü', 'v')),
  );

function combinations(parts: readonly (readonly string[])[]): string[] {
  let all = [''];
  for (const part of parts) {
    const next = all.flatMap((head) => part.map((tail) => head + tail));
    all = next.length > MAX_READINGS ? all.map((head) => head + (part[0] ?? '')) : next;
  }
  return all;
}

const initialsOf = (readings: readonly (readonly string[])[]): string[][] =>
  readings.map((options) => [...new Set(options.map((option) => option.slice(0, 1)))]);

/** How a Chinese run is read: its initials, then whole. */
function readAs(run: string): string[] {
  const each = readingsOf(run);
  return [...combinations(initialsOf(each)), ...combinations(each)];
}

/** Pieces of all texts, for the `search_grams` column. */
export function searchGrams(...texts: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const run of new Set(texts.flatMap(runsOf))) {
    addGrams(grams, run);
    if (!HAN.test(run)) continue;
    // A traditional text is found by simplified keywords; the other way round the keyword is turned.
    const simplified = inSimplified(run);
    if (simplified !== run) addGrams(grams, simplified);
    for (const spelling of readAs(run)) addGrams(grams, spelling);
  }
  return [...grams];
}

/**
 * Pinyin initials in their most usual reading, for a sort column: `骨化三醇 0.25µg` → `ghsc025µg`. For names of people
 * the first character is read as a surname: `曾国栋` → `zgd`.
 */
export const pinyinInitials = (text: string, kind: 'text' | 'person' = 'text'): string =>
  runsOf(text)
    .map((run) =>
      HAN.test(run)
        ? readings()
            .pinyin(run, { pattern: 'first', toneType: 'none', type: 'array', surname: kind === 'person' ? 'head' : 'off' })
            .join('')
        : run,
    )
    .join('');

/** Pieces that a row must have to match a keyword: only the longest ones, the shorter follow from them. Empty = matches everything. */
export function keywordGrams(keyword: string): string[] {
  const grams = new Set<string>();
  for (const run of runsOf(keyword)) {
    const characters = [...run];
    const length = Math.min(characters.length, longestOf(run));
    for (let start = 0; start + length <= characters.length; start += 1) grams.add(characters.slice(start, start + length).join(''));
  }
  return [...grams];
}

const HAS_DIGIT = /\p{N}/u;
const ALL_LETTERS = /^[^\p{Script=Han}\p{N}]+$/u;
/**
 * Numbers in a keyword that are longer than a piece. All pieces of `MZ202611220026` also stand in `MZ202611220020` (`002` from the end, `026` from
 * the year and month), so whoever knows the indexed texts looks for the whole number, too.
 */
const numbersOf = (keyword: string): string[] => runsOf(keyword).filter((run) => HAS_DIGIT.test(run) && [...run].length > MAX_GRAM.other);

/** A keyword as it was typed, and in simplified characters where that is another one. */
const spellingsOf = (keyword: string): readonly string[] => [...new Set([keyword, inSimplified(keyword)])];

/** Whether one of the runs has the piece as it is written, in either script. @param length of the piece in characters */
const isWritten = (gram: string, length: number, runs: readonly string[]): boolean =>
  runs.some((run) => length <= longestOf(run) && (run.includes(gram) || (HAN.test(gram) && HAN.test(run) && inSimplified(run).includes(gram))));

/** Whether texts in memory match a keyword, as rows with their pieces do. An empty keyword matches all. */
export const keywordFinds = (keyword: string, texts: readonly string[]): boolean => keywordFinder(keyword)(texts);

/** `keywordFinds` for many rows: the keyword is cut once, and of the texts no more is made than it asks for. */
export function keywordFinder(keyword: string): (texts: readonly string[]) => boolean {
  const trimmed = keyword.trim();
  if (trimmed === '') return () => true;
  const asked = spellingsOf(trimmed).map((spelling) => ({
    grams: keywordGrams(spelling).map((gram) => ({ gram, length: [...gram].length, letters: ALL_LETTERS.test(gram) })),
    numbers: numbersOf(spelling),
  }));
  return (texts) => {
    const runs = texts.flatMap(runsOf);
    // Readings cost most of all, and have letters alone: nobody asks them for a number or a character.
    let read: readonly string[] | undefined;
    const isRead = (gram: string): boolean => {
      read ??= runs.filter((run) => HAN.test(run)).flatMap(readAs);
      return read.some((spelling) => spelling.includes(gram));
    };
    return asked.some(
      ({ grams, numbers }) =>
        grams.length > 0 &&
        grams.every(({ gram, length, letters }) => isWritten(gram, length, runs) || (letters && isRead(gram))) &&
        numbers.every((number) => runs.some((run) => run.includes(number))),
    );
  };
}

/**
 * Condition "this row matches the keyword" on a `text[]` column; undefined when the keyword asks nothing.
 * @param texts columns, or expressions, whose pieces the `text[]` column holds, all of them: then a whole number finds the rows that have it, and none that only
 * have its pieces
 */
export function matchesKeyword(
  column: string,
  keyword: string | undefined,
  texts: readonly (string | RawBuilder<string>)[] = [],
): RawBuilder<SqlBool> | undefined {
  const trimmed = keyword?.trim() ?? '';
  if (trimmed === '') return undefined;
  // A keyword of punctuation alone names nothing that is indexed, so nothing matches it.
  if (keywordGrams(trimmed).length === 0) return sql<SqlBool>`false`;
  const [first, ...others] = spellingsOf(trimmed).map((spelling) => matchesSpelling(column, spelling, texts));
  return others.length === 0 ? first : sql<SqlBool>`(${sql.join([first, ...others], sql` or `)})`;
}

function matchesSpelling(column: string, spelling: string, texts: readonly (string | RawBuilder<string>)[]): RawBuilder<SqlBool> {
  const pieces = sql<SqlBool>`${sql.ref(column)} @> ${keywordGrams(spelling)}::text[]`;
  const numbers = texts.length === 0 ? [] : numbersOf(spelling);
  if (numbers.length === 0) return pieces;
  const text = sql<string>`lower(normalize(concat_ws(' ', ${sql.join(texts.map((text) => (typeof text === 'string' ? sql.ref(text) : text)))}), nfkc))`;
  return sql<SqlBool>`(${pieces} and ${sql.join(
    numbers.map((number) => sql`position(${number} in ${text}) > 0`),
    sql` and `,
  )})`;
}

/** Bits of `searchLetters`, the lowest first. Rows hold them: what is here keeps its place. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const LETTER_BITS = LETTERS.length;

/** Which letters and digits stand alone among search pieces, as bits of one number, for the `searchLetters` column. */
export const lettersOf = (grams: readonly string[]): number =>
  [...new Set(grams)].reduce((bits, gram) => bits + (gram.length === 1 && LETTERS.includes(gram) ? 2 ** LETTERS.indexOf(gram) : 0), 0);

/**
 * `matchesKeyword` for a keyword of one letter or digit, on a `searchLetters` column: an index that includes it is walked without looking into the rows,
 * of which every second one may match. Undefined for any other keyword.
 */
export function matchesLetter(column: string, keyword: string | undefined): RawBuilder<SqlBool> | undefined {
  const [gram = '', ...others] = keywordGrams(keyword ?? '');
  if (others.length > 0 || gram.length !== 1 || !LETTERS.includes(gram)) return undefined;
  return sql<SqlBool>`(${sql.ref(column)} & ${String(2 ** LETTERS.indexOf(gram))}::bigint) <> 0`;
}

/** A text that somebody looks for as a LIKE pattern: it may stand anywhere, and its own wildcards stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
