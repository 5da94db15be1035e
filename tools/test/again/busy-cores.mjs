import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const LOOP = path.resolve(import.meta.dirname, 'busy-loop.mjs');

/**
 * Takes about half of every core away from whatever else runs.
 * @returns {{ pids: number[], stop: () => void }} they also end when this process does
 */
export function keepCoresBusy(count = availableParallelism()) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, [LOOP], { stdio: ['pipe', 'ignore', 'inherit'] }));
  for (const loop of loops) loop.unref();
  return {
    pids: loops.map(({ pid }) => pid),
    stop: () => {
      for (const loop of loops) loop.stdin.end();
    },
  };
}
