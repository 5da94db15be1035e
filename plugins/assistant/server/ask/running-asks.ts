/** Questions that this process works on: a stop that arrives here ends them at once. Those of other servers are seen in their row. */
export class RunningAsks {
  readonly #running = new Map<string, AbortController>();

  begin(userId: string, askId: string): AbortController {
    const control = new AbortController();
    this.#running.set(nameOf(userId, askId), control);
    return control;
  }

  end(userId: string, askId: string): void {
    this.#running.delete(nameOf(userId, askId));
  }

  stop(userId: string, askId: string): void {
    this.#running.get(nameOf(userId, askId))?.abort();
  }

  /** The server goes: nobody waits for a model any more. */
  stopAll(): void {
    for (const control of this.#running.values()) control.abort();
  }
}

const nameOf = (userId: string, askId: string): string => `${userId}/${askId}`;

export const runningAsks = new RunningAsks();
