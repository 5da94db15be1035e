import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { PROPERTY_CASES, seedOfRun } from './effort.ts';

afterEach(() => vi.unstubAllEnvs());

/** The module as a run with this effort has it. */
async function effortOf(run: 'long' | ''): Promise<typeof import('./effort.ts')> {
  vi.stubEnv('NEPHRA_TEST_EFFORT', run);
  vi.stubEnv('NEPHRA_TEST_EFFORT_NOTES', '');
  const file = `./effort.ts?run=${run}`;
  return (await import(/* @vite-ignore */ file)) as typeof import('./effort.ts');
}

it('the long run tries every property 20,000 times, those with a share of their own, too', async () => {
  const long = await effortOf('long');
  expect([long.PROPERTY_CASES, long.propertyCases(5), long.propertyCases(300)]).toEqual([20_000, 20_000, 20_000]);
  expect([long.effort('test: kills', 3, 400), long.shareOf('test: letters', ['a', 'b', 'c'], 1)]).toEqual([400, ['a', 'b', 'c']]);
});

it('the usual run tries a share', async () => {
  const usual = await effortOf('');
  expect([usual.PROPERTY_CASES, usual.propertyCases(5), usual.effort('test: kills', 3, 400)]).toEqual([100, 5, 3]);
});

it('each property of this run has the number of its effort and the seed of the run, unless it says so itself', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ numRuns: PROPERTY_CASES, seed: seedOfRun });
});

it('shares of a run turn over: with every seed others, and all of them within a few', async () => {
  const { effort, shareOf } = await effortOf('');
  const items = ['a', 'b', 'c', 'd', 'e'];
  const seen = new Set<string>();
  for (let seed = 20_000; seed < 20_005; seed += 1) {
    const chosen = shareOf('test: letters', items, 2, seed);
    expect(new Set(chosen).size).toBe(2);
    for (const item of chosen) seen.add(item);
  }
  expect([...seen].sort()).toEqual(items);
  expect(effort('test: more than there is', 9, 5)).toBe(5);
});
