import type { LabTest } from '../../contract/labs.ts';

/**
 * Values of the demo: where they lie and how far people spread. A survey of a city's centres found haemoglobin on target in some 55-65 per cent, phosphate in
 * 41, albumin in 81; the middles and spreads here come to about that. `every`: of how many monthly samples one is tested.
 */
export const LAB_PLAN: Readonly<Record<LabTest, { readonly middle: number; readonly spread: number; readonly swing: number; readonly every: number }>> = {
  haemoglobin: { middle: 112, spread: 11, swing: 6, every: 1 },
  ktv: { middle: 1.38, spread: 0.15, swing: 0.08, every: 3 },
  urr: { middle: 69.5, spread: 4, swing: 2, every: 3 },
  potassium: { middle: 4.9, spread: 0.7, swing: 0.4, every: 1 },
  phosphate: { middle: 1.84, spread: 0.42, swing: 0.2, every: 1 },
  calcium: { middle: 2.24, spread: 0.15, swing: 0.08, every: 1 },
  albumin: { middle: 38.6, spread: 3.2, swing: 1.2, every: 3 },
  parathormone: { middle: 340, spread: 190, swing: 60, every: 3 },
};

/** Between -1 and 1, the same on every machine, denser in the middle. */
function drawn(...seeds: readonly number[]): number {
  let state = 2_166_136_261;
  for (const seed of seeds) state = Math.imul(state ^ (seed + 7), 16_777_619) >>> 0;
  let sum = 0;
  for (let at = 0; at < 3; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    sum += state / 4_294_967_296;
  }
  return (sum / 3 - 0.5) * 2;
}

const TESTS = Object.keys(LAB_PLAN);

/** A patient's value in a monthly sample: a level of the own, slow swing, and some noise. */
export function curveOf(test: LabTest, patient: number, sample: number): number {
  const { middle, spread, swing } = LAB_PLAN[test];
  const which = TESTS.indexOf(test);
  const level = middle + drawn(patient, which) * spread * 1.8;
  const slow = Math.sin((sample + patient) / 2.1) * swing;
  return Math.max(middle * 0.35, level + slow + drawn(patient, which, sample) * swing);
}
