import { describe, expect, it } from 'vitest';
import { ALPHABET } from './captcha-glyphs.ts';
import { type Chance, captchaPicture, randomAnswer } from './captcha-picture.ts';
import { pictureSolver } from './picture-solver.fixture.ts';

/** The same pictures in every run. */
function seeded(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
const answers = (count: number, seed: number): string[] => {
  const chance = seeded(seed);
  return Array.from({ length: count }, () => Array.from({ length: 4 }, () => ALPHABET[Math.floor(chance() * ALPHABET.length)]).join(''));
};

describe('picture to read before signing in', () => {
  it('is a PNG of the size that the platform’s clients show, twice as fine where asked for', () => {
    const sizes = ([1, 2] as const)
      .map((scale) => captchaPicture('AB23', scale))
      .map((file) => [file.toString('latin1', 1, 4), file.readUInt32BE(16), file.readUInt32BE(20)]);
    expect(sizes).toEqual([
      ['PNG', 120, 40],
      ['PNG', 240, 80],
    ]);
  });

  it('never shows the same text the same way', () => {
    expect(captchaPicture('AB23').equals(captchaPicture('AB23'))).toBe(false);
  });

  it('a program that compares strokes reads it when nothing is bent, and fails on what is shown', () => {
    const solve = pictureSolver(4);
    const plain = answers(8, 5).map((answer) => [answer, solve(captchaPicture(answer, 1, () => 0.5))] as const);
    const shown = answers(18, 7).map((answer, index) => [answer, solve(captchaPicture(answer, 1, seeded(index)))] as const);
    const whole = (pairs: typeof plain): number => pairs.filter(([answer, read]) => answer === read).length / pairs.length;
    expect(whole(plain)).toBeGreaterThan(0.9);
    expect(whole(shown)).toBeLessThan(0.35);
  });

  it('takes its texts from characters that people tell apart', () => {
    for (let turn = 0; turn < 200; turn += 1) expect(randomAnswer(6)).toMatch(/^[2-46-79ACEFHKMNPRTWXY]{6}$/);
  });
});
