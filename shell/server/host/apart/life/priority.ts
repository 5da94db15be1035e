import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Whose work goes first where several want the same processor; the server's own is 0.
 * - `package`: one that calculates all day has a tenth of what the server has
 * - `behind-packages`: one that calculates and answers nothing, beside others that do answer
 */
const NICE = { package: 10, 'behind-packages': 19 } as const;

/**
 * Puts a process, and every thread that it has by now, behind others: on Linux each thread has a priority of its own, and collecting garbage, compiling and
 * reading are done by threads. Those that come later have that of the thread that makes them. Going up again is not always allowed; then it stays.
 */
export function lowerPriority(pid: number, to: keyof typeof NICE): void {
  if (pid === 0) return;
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, NICE[to]);
    } catch {
      // It is gone already, or may not go up.
    }
  }
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
