import fc from 'fast-check';

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
const LAST = 0x10ffff;
const GAP = AFTER_SURROGATES - SURROGATES;

const characterAt = (place: number): string => String.fromCodePoint(place < SURROGATES ? place : place + GAP);

function placeOf(character: unknown): number {
  const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== character || (point >= SURROGATES && point < AFTER_SURROGATES))
    throw new Error('not one character');
  return point < SURROGATES ? point : point - GAP;
}

/** What fast-check calls `unit: 'binary'`, case for case, without its table of a million characters (a second of processor time and 100 MB per thread). */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: LAST - GAP }).map(characterAt, placeOf);
