const WINDOW_MS = 10 * 60_000;
/** How long a package stays down after its process ended, by how often that was within ten minutes. */
const PAUSES_MS = [1_000, 10_000] as const;
export const MAX_ENDS = PAUSES_MS.length + 1;

/** Counts how often a package's process ended by itself. */
export class CrashBook {
  readonly #now: () => number;
  #ends: readonly number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** It ended too often lately. */
  get isTooMany(): boolean {
    return this.#ends.length >= MAX_ENDS;
  }

  /** Notes one more end. @returns milliseconds until it may start again; undefined: not by itself */
  note(): number | undefined {
    const now = this.#now();
    this.#ends = [...this.#ends.filter((at) => now - at < WINDOW_MS), now];
    return this.isTooMany ? undefined : PAUSES_MS[this.#ends.length - 1];
  }
}

/** Calls without an answer in time within ten minutes, after which the process is ended. */
const MAX_UNANSWERED = 3;

/** Counts calls that a package did not answer in time. */
export class Unanswered {
  readonly #now: () => number;
  #times: readonly number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes one more. @returns whether they are too many; counting begins again then */
  note(): boolean {
    const now = this.#now();
    this.#times = [...this.#times.filter((at) => now - at < WINDOW_MS), now];
    if (this.#times.length < MAX_UNANSWERED) return false;
    this.#times = [];
    return true;
  }
}
