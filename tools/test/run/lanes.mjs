/** How many times as long a step takes that gets only what another one leaves. */
const SLOWER_WHEN_PATIENT = 2;

/** The clock of the wall may be put right meanwhile: a held step is asked again. */
const MAX_PAUSE_SECONDS = 60;

/**
 * Runs steps side by side, at most `lanes` at a time. A step waits for those it `needs` (when they are among the steps) and for a running one
 * with the same `shares`. Of those that may begin, the one goes first that most is behind: its own seconds and those of the longest row of
 * steps that wait for it, so that no lane is left with something long at the end.
 * A step that runs `alone` has the machine for itself; it comes before all that may begin with it. Even so it leaves the cores idle now and then:
 * a step that is `patient` takes what is left, one at a time, when it will surely be over before the other one.
 * A step may be held for a while by the clock of the wall; others go first meanwhile.
 * @template {{name: string, needs?: readonly string[], shares?: string, seconds?: number, memoryMb?: number, alone?: boolean, patient?: boolean}} Step
 * @param {readonly Step[]} steps `seconds`: how long it took last; `memoryMb`: its most
 * @param {{lanes: number, memoryMb?: number, now?: () => number, heldSeconds?: (step: Step) => number,
 *   pause?: (seconds: number) => { over: Promise<void>, stop: () => void }}} room memory that running steps may take together; a step that needs more runs
 *   alone. `now`: seconds from any moment on. `heldSeconds`: for how long a step must not begin yet. `pause`: waits that many seconds
 * @param {(step: Step, index: number, how: { patiently: boolean }) => Promise<unknown>} run `patiently`: whatever else runs goes first; its
 *   rejection ends the whole
 */
export async function runInLanes(
  steps,
  { lanes, memoryMb = Number.POSITIVE_INFINITY, now = () => performance.now() / 1000, heldSeconds = () => 0, pause = pauseOf },
  run,
) {
  const waiting = steps
    .map((step, index) => ({ step, index }))
    .sort((a, b) => Number(b.step.alone ?? false) - Number(a.step.alone ?? false) || behind(b.step, steps) - behind(a.step, steps));
  const running = new Map();
  let aloneSince = 0;
  const unfinished = new Set(steps);
  const mayRun = ({ step }) => {
    const needed = [...unfinished].some((other) => other !== step && step.needs?.includes(other.name));
    const taken = step.shares !== undefined && [...running.keys()].some((other) => other.shares === step.shares);
    const used = [...running.keys()].reduce((sum, other) => sum + (other.memoryMb ?? 0), 0);
    const alone = [...running.keys()].find((other) => other.alone);
    const crowded = step.alone || (alone && !fitsBeside(step, alone)) || used + (step.memoryMb ?? 0) > memoryMb;
    return !needed && !taken && (running.size === 0 || !crowded) && heldSeconds(step) === 0;
  };
  const fitsBeside = (step, alone) =>
    step.patient && running.size === 1 && now() - aloneSince + (step.seconds ?? 0) * SLOWER_WHEN_PATIENT < (alone.seconds ?? 0);
  while (unfinished.size > 0) {
    while (running.size < lanes) {
      const next = waiting.findIndex(mayRun);
      if (next === -1) break;
      const [{ step, index }] = waiting.splice(next, 1);
      const patiently = [...running.keys()].some((other) => other.alone);
      if (step.alone) aloneSince = now();
      running.set(
        step,
        run(step, index, { patiently }).then(() => step),
      );
    }
    const held = running.size < lanes ? waiting.map(({ step }) => heldSeconds(step)).filter((seconds) => seconds > 0) : [];
    if (running.size === 0 && held.length === 0) throw new Error(`these steps wait for each other: ${waiting.map(({ step }) => step.name).join(', ')}`);
    const released = held.length > 0 && pause(Math.min(...held, MAX_PAUSE_SECONDS));
    const done = await Promise.race(released ? [...running.values(), released.over] : running.values());
    if (released) released.stop();
    running.delete(done);
    unfinished.delete(done);
  }
}

/** @returns {{ over: Promise<void>, stop: () => void }} */
function pauseOf(seconds) {
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** Seconds from the begin of a step to the end of the longest row of steps that need it. */
function behind(step, steps, seen = new Set([step])) {
  const next = steps.filter((other) => !seen.has(other) && other.needs?.includes(step.name));
  return (step.seconds ?? 0) + Math.max(0, ...next.map((other) => behind(other, steps, new Set([...seen, other]))));
}
