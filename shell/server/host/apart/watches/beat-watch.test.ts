import { expect, it } from 'vitest';
import { BeatWatch } from './beat-watch.ts';

/** Beats until it counts as held, when each beat the process calculates for `share` of a second. */
const beatsUntilHeld = (limitSeconds: number, share: number | undefined): number => {
  const watch = new BeatWatch(limitSeconds);
  watch.begin();
  for (let beat = 0; beat < 1_000; beat += 1) if (watch.judge(1, share === undefined ? undefined : 7 + beat * share) === 'held') return beat;
  return Number.POSITIVE_INFINITY;
};

it('a process that calculates all the while is held at its limit, one that the machine lets wait is given time, none for ever', () => {
  expect(beatsUntilHeld(2, 1)).toBe(2);
  expect(beatsUntilHeld(2, 0.1)).toBe(10);
  expect(beatsUntilHeld(2, 0)).toBe(12);
  expect(beatsUntilHeld(15, 0)).toBe(90);
});

it('where the system does not tell what it used, the clock decides', () => {
  expect(beatsUntilHeld(2, undefined)).toBe(2);
});

it('an answer begins anew', () => {
  const watch = new BeatWatch(2);
  watch.begin();
  for (let beat = 0; beat < 100; beat += 1) {
    expect(watch.judge(1, beat)).toBe('fine');
    expect(watch.judge(1, beat + 1)).toBe('calculates');
    watch.answered();
  }
});

it('until its first package is loaded it is judged by whoever waits for it; then at once, whether it has ever answered or not', () => {
  const watch = new BeatWatch(2);
  for (let beat = 0; beat < 100; beat += 1) expect(watch.judge(1, beat)).toBe('fine');
  watch.begin();
  expect([100, 101, 102].map((beat) => watch.judge(1, beat))).toEqual(['fine', 'calculates', 'held']);
});

it('one that sleeps does not calculate', () => {
  const watch = new BeatWatch(20);
  watch.begin();
  expect([7, 7.1, 7.2, 7.3].map((processor) => watch.judge(1, processor))).toEqual(['fine', 'fine', 'fine', 'fine']);
});
