/**
 * Characters as strokes on a grid 6 wide and 10 high. Only those that people still tell apart when they are bent and crossed out
 * (no 0/O/Q/D, 1/I/L, 5/S, 8/B, 2/Z, U/V/Y, C/G).
 */
export const GLYPHS: Readonly<Record<string, readonly string[]>> = {
  '2': ['0,2 1,0 5,0 6,2 6,4 0,10 6,10'],
  '3': ['0,1 2,0 5,0 6,2 4,5 6,8 5,10 1,10 0,9', '2,5 4,5'],
  '4': ['5,10 5,0 0,7 6,7'],
  '6': ['5,0 2,2 0,6 1,9 3,10 5,9 6,7 5,5 3,5 0,7'],
  '7': ['0,0 6,0 2,10'],
  '9': ['1,10 4,8 6,4 5,1 3,0 1,1 0,3 1,5 3,5 6,3'],
  A: ['0,10 3,0 6,10', '1,7 5,7'],
  C: ['6,1 4,0 2,0 0,3 0,7 2,10 4,10 6,9'],
  E: ['6,0 0,0 0,10 6,10', '0,5 5,5'],
  F: ['6,0 0,0 0,10', '0,5 5,5'],
  H: ['0,0 0,10', '6,0 6,10', '0,5 6,5'],
  K: ['0,0 0,10', '6,0 0,6', '2,4 6,10'],
  M: ['0,10 0,0 3,6 6,0 6,10'],
  N: ['0,10 0,0 6,10 6,0'],
  P: ['0,10 0,0 4,0 6,2 6,4 4,6 0,6'],
  R: ['0,10 0,0 4,0 6,2 6,4 4,5 0,5', '3,5 6,10'],
  T: ['0,0 6,0', '3,0 3,10'],
  W: ['0,0 1,10 3,4 5,10 6,0'],
  X: ['0,0 6,10', '6,0 0,10'],
  Y: ['0,0 3,5 6,0', '3,5 3,10'],
};

export const ALPHABET: readonly string[] = Object.keys(GLYPHS);

export type Point = readonly [x: number, y: number];

/** Corner points of each stroke of a character. */
export const strokesOf = (character: string): readonly (readonly Point[])[] =>
  (GLYPHS[character] ?? []).map((stroke) =>
    stroke.split(' ').map((point): Point => {
      const [x = 0, y = 0] = point.split(',').map(Number);
      return [x, y];
    }),
  );
