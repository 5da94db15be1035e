import { appendFileSync } from 'node:fs';

/**
 * How much a run proves. `npm test` takes a fixed share of what is long, chosen by the seed of the run; `npm run test:long` takes everything.
 * Both say at their end what they did and what they left out, by what is noted here.
 */
export const longRun: boolean = process.env.NEPHRA_TEST_EFFORT === 'long';

const MS_PER_DAY = 86_400_000;

/** Changes every day and is printed by the run; `NEPHRA_TEST_SEED` repeats another day's. */
export const seedOfRun: number = Number(process.env.NEPHRA_TEST_SEED ?? Math.floor(Date.now() / MS_PER_DAY));

/** Cases of a property test that has no number of its own in `npm test`, and of every one in the long run. */
export const PROPERTY_CASES: number = longRun ? 20_000 : 100;

/** The number for this run: `share` in `npm test`, `all` in the long run. What is left out is noted under `what`. */
export function effort(what: string, share: number, all: number): number {
  const done = longRun ? all : Math.min(share, all);
  note(what, done, all);
  return done;
}

/** Cases of a property test whose single case is dear: `share` of them in `npm test`. */
export const propertyCases = (share: number): number => (longRun ? PROPERTY_CASES : share);

/** `count` of the items, others with every seed and all of them within a few; all in the long run. */
export function shareOf<T>(what: string, items: readonly T[], count: number, seed = seedOfRun): readonly T[] {
  const chosen = longRun || count >= items.length ? items : Array.from({ length: count }, (_, at) => items[(seed * count + at) % items.length] as T);
  note(what, chosen.length, items.length);
  return chosen;
}

/** One line per thing that has a long form; the run that set NEPHRA_TEST_EFFORT_NOTES prints them. */
function note(what: string, done: number, of: number): void {
  const file = process.env.NEPHRA_TEST_EFFORT_NOTES;
  if (file) appendFileSync(file, `${JSON.stringify({ what, done, of })}\n`);
}

/** A sentence for the end of the run, and for whoever runs the file alone. */
export function say(sentence: string): void {
  const file = process.env.NEPHRA_TEST_EFFORT_NOTES;
  if (file) appendFileSync(file, `${JSON.stringify({ said: sentence })}\n`);
  else process.stdout.write(`${sentence}\n`);
}
