import { randomBytes } from 'node:crypto';
import type { Clock } from '@nephra/plugin-sdk/server';

const RANDOM_BYTES = 8;
/** Asking the system for randomness costs more than the id: a supply lasts for this many ids. */
const SUPPLY = 512;

/**
 * Makes ids of 32 hexadecimal digits that sort by time of creation: 12 digits milliseconds, 4 digits counter within
 * the millisecond, 16 digits random.
 */
export function idMaker(clock: Clock): () => string {
  let lastMs = 0;
  let counter = 0;
  let supply = '';
  let used = 0;
  const random = (): string => {
    if (used === supply.length) {
      supply = randomBytes(RANDOM_BYTES * SUPPLY).toString('hex');
      used = 0;
    }
    used += RANDOM_BYTES * 2;
    return supply.slice(used - RANDOM_BYTES * 2, used);
  };
  return () => {
    const ms = clock.now().getTime();
    if (ms > lastMs) {
      lastMs = ms;
      counter = 0;
    } else if (++counter > 0xffff) {
      lastMs += 1;
      counter = 0;
    }
    return lastMs.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + random();
  };
}
