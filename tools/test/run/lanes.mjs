/**
 * Runs steps side by side, at most `lanes` at a time. A step waits for those it `needs` (when they are among the steps) and for a running one
 * with the same `shares`. Of those that may begin, the one goes first that most is behind: its own seconds and those of the longest row of
 * steps that wait for it, so that no lane is left with something long at the end.
 * A step that runs `alone` has the machine for itself; it comes before all that may begin with it.
 * @template {{name: string, needs?: readonly string[], shares?: string, seconds?: number, memoryMb?: number, alone?: boolean}} Step
 * @param {readonly Step[]} steps `seconds`: how long it took last; `memoryMb`: its most
 * @param {{lanes: number, memoryMb?: number}} room memory that running steps may take together; a step that needs more runs alone
 * @param {(step: Step, index: number) => Promise<unknown>} run its rejection ends the whole
 */
export async function runInLanes(steps, { lanes, memoryMb = Number.POSITIVE_INFINITY }, run) {
  const waiting = steps
    .map((step, index) => ({ step, index }))
    .sort((a, b) => Number(b.step.alone ?? false) - Number(a.step.alone ?? false) || behind(b.step, steps) - behind(a.step, steps));
  const running = new Map();
  const unfinished = new Set(steps);
  const mayRun = ({ step }) => {
    const needed = [...unfinished].some((other) => other !== step && step.needs?.includes(other.name));
    const taken = step.shares !== undefined && [...running.keys()].some((other) => other.shares === step.shares);
    const used = [...running.keys()].reduce((sum, other) => sum + (other.memoryMb ?? 0), 0);
    const crowded = step.alone || [...running.keys()].some((other) => other.alone) || used + (step.memoryMb ?? 0) > memoryMb;
    return !needed && !taken && (running.size === 0 || !crowded);
  };
  while (unfinished.size > 0) {
    while (running.size < lanes) {
      const next = waiting.findIndex(mayRun);
      if (next === -1) break;
      const [{ step, index }] = waiting.splice(next, 1);
      running.set(
        step,
        run(step, index).then(() => step),
      );
    }
    if (running.size === 0) throw new Error(`these steps wait for each other: ${waiting.map(({ step }) => step.name).join(', ')}`);
    const done = await Promise.race(running.values());
    running.delete(done);
    unfinished.delete(done);
  }
}

/** Seconds from the begin of a step to the end of the longest row of steps that need it. */
function behind(step, steps, seen = new Set([step])) {
  const next = steps.filter((other) => !seen.has(other) && other.needs?.includes(step.name));
  return (step.seconds ?? 0) + Math.max(0, ...next.map((other) => behind(other, steps, new Set([...seen, other]))));
}
