import { randomBytes } from 'node:crypto';
import type { Clock } from '@nephra/plugin-sdk/server';

/**
 * Makes ids of 32 hexadecimal digits that sort by time of creation: 12 digits milliseconds, 4 digits counter within
 * the millisecond, 16 digits random.
 */
export function idMaker(clock: Clock): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const ms = clock.now().getTime();
    if (ms > lastMs) {
      lastMs = ms;
      counter = 0;
    } else if (++counter > 0xffff) {
      lastMs += 1;
      counter = 0;
    }
    return lastMs.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + randomBytes(8).toString('hex');
  };
}
