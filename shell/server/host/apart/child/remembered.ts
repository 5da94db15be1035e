/** Answers of the server that stay the same until it says otherwise, so that asking again costs nothing. */
export class Remembered<T> {
  readonly #max: number;
  readonly #answers = new Map<string, T>();
  #stamp: unknown;

  constructor(max: number) {
    this.#max = max;
  }

  /** Forgets all when the stamp is another than before. */
  at(stamp: unknown): this {
    if (stamp !== this.#stamp) this.#answers.clear();
    this.#stamp = stamp;
    return this;
  }

  get(key: string, ask: () => T): T {
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    const answer = ask();
    if (this.#answers.size >= this.#max) this.#answers.clear();
    this.#answers.set(key, answer);
    return answer;
  }

  clear(): void {
    this.#answers.clear();
  }
}
