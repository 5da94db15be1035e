import { spawnSync } from 'node:child_process';

/**
 * What a process that lives for seconds pays for and never gets back: making the embedded engine's program quick (liftoff), optimizing code that is
 * run some hundred times, growing its memory in small steps and looking for what is forgotten with several threads.
 */
const WANTED = ['--liftoff-only', '--interrupt-budget=1000000', '--min-semi-space-size=16', '--initial-heap-size=256', '--single-threaded-gc'];

/** Node ends with an error at an option that its engine does not have, and these come and go. */
export function knownHere(wanted) {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const known = new Set((stdout ?? '').match(/^ {2}--[\w-]+/gm)?.map((line) => line.trim()));
  return wanted.filter((option) => known.has(option.split('=')[0] ?? ''));
}

/** Options of Node for processes that live for seconds: the same code runs, in its first form. */
export const SHORT_LIVED = knownHere(WANTED);

/** For those that live for the minutes of a run: the embedded engine's program is worth being made quick there, which happens where it is run most. */
export const LIVES_FOR_MINUTES = SHORT_LIVED.filter((option) => option !== '--liftoff-only');
