import { afterAll, vi } from 'vitest';
import './canvas-context.ts';
import './without-owner-stacks.ts';
import { clearTimeouts, runningIntervals } from './window-timers.ts';
import { putWindowBack } from './window-state.ts';

// Set-up file of the screens: all files of a thread share its window and its modules, so nothing that one file does may reach the next.

// waits: a set-up file, which runs for every file anew
afterAll(async () => {
  vi.restoreAllMocks();
  const left: string[] = [];
  if (vi.isFakeTimers()) left.push('fake timers (vi.useRealTimers)');
  vi.useRealTimers();
  // What was taken away in the last moment goes now.
  await new Promise((done) => setImmediate(done));
  left.push(...runningIntervals());
  clearTimeouts();
  left.push(...(await putWindowBack()));
  if (left.length > 0)
    throw new Error(`This file leaves things behind in the window that the files after it share; take them away after each test:\n${left.join('\n')}`);
});
