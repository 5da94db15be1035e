import { randomInt } from 'node:crypto';

/**
 * Characters as strokes on a grid 6 wide and 10 high: easy to tell apart for people (no 0/O, 1/I/L, 5/S, 8/B), and no
 * text in the picture that a program could simply read.
 */
const STROKES: Readonly<Record<string, readonly string[]>> = {
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
  G: ['6,1 4,0 2,0 0,3 0,7 2,10 5,10 6,8 6,6 4,6'],
  H: ['0,0 0,10', '6,0 6,10', '0,5 6,5'],
  K: ['0,0 0,10', '6,0 0,6', '2,4 6,10'],
  M: ['0,10 0,0 3,6 6,0 6,10'],
  N: ['0,10 0,0 6,10 6,0'],
  P: ['0,10 0,0 4,0 6,2 6,4 4,6 0,6'],
  R: ['0,10 0,0 4,0 6,2 6,4 4,5 0,5', '3,5 6,10'],
  T: ['0,0 6,0', '3,0 3,10'],
  V: ['0,0 3,10 6,0'],
  W: ['0,0 1,10 3,4 5,10 6,0'],
  X: ['0,0 6,10', '6,0 0,10'],
  Y: ['0,0 3,5 6,0', '3,5 3,10'],
  Z: ['0,0 6,0 0,10 6,10'],
};
const ALPHABET = Object.keys(STROKES);
const WIDTH = 120;
const HEIGHT = 40;

export const randomAnswer = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Whole numbers with a tenth: between -range and range. */
const jitter = (range: number): number => randomInt(-range * 10, range * 10 + 1) / 10;
const grey = (): string => `hsl(${randomInt(360)} 40% ${randomInt(25, 45)}%)`;

function glyph(character: string, x: number, cell: number): string {
  const scaleX = (cell * 0.55) / 6;
  const scaleY = 2.3;
  const turn = jitter(14);
  const strokes = (STROKES[character] ?? []).map((stroke) => {
    const points = stroke.split(' ').map((point) => {
      const [px = 0, py = 0] = point.split(',').map(Number);
      return `${(px * scaleX + jitter(0.8)).toFixed(1)},${(py * scaleY + jitter(0.8)).toFixed(1)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  });
  const left = x + cell * 0.2 + jitter(2);
  const top = 8 + jitter(3);
  return `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${turn} ${cell / 4} 12)" stroke="${grey()}" stroke-width="2.4">${strokes.join('')}</g>`;
}

/** SVG, 120 × 40, of a text made of the characters above. */
export function captchaPicture(answer: string): string {
  const cell = WIDTH / answer.length;
  const glyphs = [...answer].map((character, index) => glyph(character, index * cell, cell));
  const noise = Array.from(
    { length: 5 },
    () =>
      `<path d="M${randomInt(WIDTH)} ${randomInt(HEIGHT)} Q${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${randomInt(WIDTH)} ${randomInt(HEIGHT)}" stroke="${grey()}" stroke-width="1" opacity="0.5"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f4f6f8"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${glyphs.join('')}${noise.join('')}</g></svg>`;
}
