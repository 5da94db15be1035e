import { expect, it } from 'vitest';
import { inPortions } from './in-portions.ts';

it('goes on until a portion is not full, and tells how far it is', async () => {
  const left = [3, 3, 1, 9];
  const told: number[] = [];
  const done = await inPortions(
    new AbortController().signal,
    3,
    async () => left.shift() ?? 0,
    (n) => void told.push(n),
  );
  expect([done, told, left]).toEqual([7, [3, 6, 7], [9]]);
});

it('a cancelled job begins no further portion', async () => {
  const stop = new AbortController();
  let portions = 0;
  const work = inPortions(stop.signal, 1, async () => {
    portions += 1;
    if (portions === 2) stop.abort();
    return 1;
  });
  await expect(work).rejects.toThrow();
  expect(portions).toBe(2);
});
