export interface Waiter {
  wait(ms: number): Promise<void>;
  /** Whatever waits goes on now. */
  release(): void;
  /** Waits that are left never end; nothing keeps the process running. */
  stop(): void;
}

export function createWaiter(): Waiter {
  const waits = new Map<NodeJS.Timeout, () => void>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waits.delete(timer);
          resolve();
        }, ms);
        waits.set(timer, resolve);
      }),
    release() {
      for (const [timer, resolve] of waits) {
        clearTimeout(timer);
        resolve();
      }
      waits.clear();
    },
    stop() {
      for (const timer of waits.keys()) clearTimeout(timer);
      waits.clear();
    },
  };
}
