export interface Waiter {
  wait(ms: number): Promise<void>;
  /** Waits that are left never end; nothing keeps the process running. */
  stop(): void;
}

export function createWaiter(): Waiter {
  const timers = new Set<NodeJS.Timeout>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, ms);
        timers.add(timer);
      }),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
