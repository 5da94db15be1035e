/** Counts what failed over all rounds. */
export class Tally {
  #failed = new Map();
  #rounds = 0;

  /** @param {{ where: string, title: string, why: string }[]} failures of one round */
  add(failures) {
    this.#rounds += 1;
    for (const { where, title, why } of failures) {
      const key = `${where} › ${title}`;
      const before = this.#failed.get(key);
      if (before) before.times += 1;
      else this.#failed.set(key, { times: 1, why });
    }
  }

  get red() {
    return this.#failed.size > 0;
  }

  /** One test a line, the most frequent first, each with the first reason. */
  lines() {
    if (!this.red) return [`${this.#rounds} rounds, nothing failed`];
    const sorted = [...this.#failed].sort(([, a], [, b]) => b.times - a.times);
    return sorted.flatMap(([test, { times, why }]) => [`${String(times).padStart(3)} of ${this.#rounds}  ${test}`, `          ${why}`]);
  }
}
