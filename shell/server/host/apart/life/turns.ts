/** Milliseconds of the server's time that one process has before others have their turn. */
const TURN_MS = 2;

export interface TurnsParts<T> {
  readonly work: (one: T) => void;
  /** Milliseconds of a line of time that goes on. */
  readonly now: () => number;
  /** Runs what is given after whatever else waits by now. */
  readonly later: (next: () => void) => void;
}

/**
 * Does what one process said, in turns: a piece of its pipe may hold a thousand messages, and calls of everybody else would wait until the last of them is done.
 */
export class Turns<T> {
  readonly #parts: TurnsParts<T>;
  #waiting: T[] = [];
  #at = 0;

  constructor(parts: TurnsParts<T>) {
    this.#parts = parts;
  }

  /** @param done is called when all of it is done in later turns @returns whether all of it is done already */
  take(all: readonly T[], done: () => void): boolean {
    const isAlone = this.#at >= this.#waiting.length;
    this.#waiting = isAlone ? [...all] : [...this.#waiting.slice(this.#at), ...all];
    this.#at = 0;
    if (isAlone && this.#turn()) return true;
    this.#goOn(done);
    return false;
  }

  /** What waits is of no use to anybody. */
  drop(): void {
    this.#waiting = [];
    this.#at = 0;
  }

  #goOn(done: () => void): void {
    this.#parts.later(() => {
      if (this.#turn()) done();
      else this.#goOn(done);
    });
  }

  #turn(): boolean {
    const { work, now } = this.#parts;
    const until = now() + TURN_MS;
    while (this.#at < this.#waiting.length) {
      const one = this.#waiting[this.#at] as T; // within its bounds
      this.#at += 1;
      work(one);
      if (this.#at < this.#waiting.length && now() >= until) return false;
    }
    this.drop();
    return true;
  }
}
