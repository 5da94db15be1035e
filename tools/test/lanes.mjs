/**
 * Runs steps side by side, at most `lanes` at a time, in the order given as far as they may: a step waits for those it `needs`
 * (when they are among the steps) and for a running one with the same `shares`.
 * @template {{name: string, needs?: readonly string[], shares?: string}} Step
 * @param {readonly Step[]} steps
 * @param {number} lanes
 * @param {(step: Step, index: number) => Promise<unknown>} run its rejection ends the whole
 */
export async function runInLanes(steps, lanes, run) {
  const waiting = steps.map((step, index) => ({ step, index }));
  const running = new Map();
  const unfinished = new Set(steps);
  const mayRun = ({ step }) => {
    const needed = [...unfinished].some((other) => other !== step && step.needs?.includes(other.name));
    const taken = step.shares !== undefined && [...running.keys()].some((other) => other.shares === step.shares);
    return !needed && !taken;
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
