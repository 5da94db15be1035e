import { availableParallelism, loadavg } from 'node:os';

/** What the lanes of a check really get of free cores: one waits for the database, another one ends before the other. */
const USABLE = 0.85;

/**
 * Part of the processor seconds of a check that this machine has for it now: others who work on it take theirs, and a check that is late says
 * nothing to who waits for it.
 * @param {number} lanes that work at once
 * @param {{ cores?: number, load?: number }} machine `load`: programs that want a core, without those of the check; 0 where the system does not tell
 */
export function shareOfMachine(lanes, { cores = availableParallelism(), load = loadavg()[0] } = {}) {
  return USABLE * Math.min(1, cores / (lanes + load));
}
