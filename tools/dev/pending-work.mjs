/**
 * Runs `work` once things have been quiet for a while; what is asked for meanwhile runs once more afterwards.
 * @param {() => Promise<void>} work
 * @param {number} quietMs editors save in several steps
 */
export function pendingWork(work, quietMs, timer = { set: setTimeout, clear: clearTimeout }) {
  let waiting;
  let running = false;
  let again = false;
  const run = async () => {
    waiting = undefined;
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      await work();
    } finally {
      running = false;
      if (again) {
        again = false;
        ask();
      }
    }
  };
  const ask = () => {
    if (waiting !== undefined) timer.clear(waiting);
    waiting = timer.set(run, quietMs);
  };
  return { ask };
}
