/** What runs on the timers of the page, by the line that started it. Fake timers stand before this and are undone before anybody asks. */
// waits: whoever sets up the window ends them after each file
const timeouts = new Set<NodeJS.Timeout>();
// waits: whoever sets up the window ends them after each file
const intervals = new Map<NodeJS.Timeout, string>();

const { setTimeout: startTimeout, setInterval: startInterval, clearTimeout: endTimeout, clearInterval: endInterval } = globalThis;
type Work = (...values: unknown[]) => void;

const originOf = (stack = ''): string => /\n.*\n\s+at (.*)/.exec(stack)?.[1] ?? 'somewhere';

const watchedTimeout = (work: Work, ms?: number, ...values: unknown[]): NodeJS.Timeout => {
  const timer = startTimeout(() => {
    timeouts.delete(timer);
    work(...values);
  }, ms);
  timeouts.add(timer);
  return timer;
};
const watchedInterval = (work: Work, ms?: number, ...values: unknown[]): NodeJS.Timeout => {
  const timer = startInterval(work, ms, ...values);
  intervals.set(timer, originOf(new Error('started').stack));
  return timer;
};
const forget = (timer: unknown): void => {
  timeouts.delete(timer as NodeJS.Timeout);
  intervals.delete(timer as NodeJS.Timeout);
};

// waits: the window of a thread keeps them; they go through to the real ones
Object.assign(globalThis, {
  setTimeout: Object.assign(watchedTimeout, startTimeout),
  setInterval: Object.assign(watchedInterval, startInterval),
  clearTimeout: (timer: NodeJS.Timeout) => {
    forget(timer);
    endTimeout(timer);
  },
  clearInterval: (timer: NodeJS.Timeout) => {
    forget(timer);
    endInterval(timer);
  },
});

/** Something that goes on for ever: whoever started it was not taken away. They are ended and named. */
export function runningIntervals(): string[] {
  const left = [...intervals.values()].map((origin) => `an interval started at ${origin}`);
  for (const timer of intervals.keys()) endInterval(timer);
  intervals.clear();
  return left;
}

/** Animations and the like that nobody waits for any more. */
export function clearTimeouts(): void {
  for (const timer of timeouts) endTimeout(timer);
  timeouts.clear();
}
