import { createHash } from 'node:crypto';

const MAX_NAMES = 500;
const MAX_CANDIDATES = 5_000;
/** Longer texts are bulk statements whose size varies; naming them would only fill the server's memory. */
const MAX_TEXT = 8_000;

/**
 * Statements whose best plan depends on their values: pages of lists, capped counts, keywords. The server would settle on one plan for all
 * values after some runs, made for a page of a tenth of the table; planned each time they follow the index of their order.
 */
const PLANNED_EACH_TIME = /@> \$\d|limit \$\d+ offset \$\d+$|limit \$\d+\) as (?:"counted"|counted)$/;

/**
 * Names for prepared statements, by the text's hash: preparing once per connection halves the cost of small
 * statements. A text gets its name on its second use, so one-off texts never fill the server's memory.
 *
 * The epoch is part of each name: a statement prepared before a table changed may fail for ever with 0A000.
 */
export class StatementNames {
  #epoch = 0;
  #names = new Map<string, string>();
  #seenOnce = new Set<string>();
  readonly #enabled: boolean;

  constructor(enabled: boolean) {
    this.#enabled = enabled;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Name to prepare `text` under, `undefined` = run unprepared. */
  nameFor(text: string): string | undefined {
    if (!this.#enabled) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_TEXT || this.#names.size >= MAX_NAMES || PLANNED_EACH_TIME.test(text)) return undefined;
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= MAX_CANDIDATES) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return undefined;
    }
    const name = `n${this.#epoch}_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    this.#names.set(text, name);
    return name;
  }

  /** The schema changed: older names are never used again. */
  advance(): void {
    this.#epoch += 1;
    this.#names.clear();
    this.#seenOnce.clear();
  }
}
