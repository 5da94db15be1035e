import { AsyncLocalStorage } from 'node:async_hooks';
import { WireError } from './value-codec.ts';

export type Act = (...given: unknown[]) => unknown;
/** Runs work in the surroundings in which a function was lent. */
export type Within = <T>(work: () => T) => T;

interface Kept {
  readonly act: Act;
  readonly within: Within;
  /** Messages that carried it and whose receiver may still call it. */
  uses: number;
}

/** Functions of this side that the other side may call, by number. They are called by nothing else: there is no way from a name to a function. */
export class References {
  readonly #max: number;
  readonly #kept = new Map<number, Kept>();
  readonly #ids = new WeakMap<Act, number>();
  #next = 1;

  /** @param max functions that may be lent at once */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Lends a function once more. @throws WireError when too many are lent */
  lend(act: Act): number {
    const known = this.#ids.get(act);
    const kept = known === undefined ? undefined : this.#kept.get(known);
    if (known !== undefined && kept) {
      kept.uses += 1;
      return known;
    }
    if (this.#kept.size >= this.#max) throw new WireError(`more than ${this.#max} functions are lent to one process`);
    const id = this.#next++;
    this.#kept.set(id, { act, within: AsyncLocalStorage.snapshot(), uses: 1 });
    this.#ids.set(act, id);
    return id;
  }

  /** Takes back one lending. */
  takeBack(id: number): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    kept.uses -= 1;
    if (kept.uses <= 0) this.#kept.delete(id);
  }

  /** @throws Error when it was taken back, or never lent */
  find(id: unknown): Pick<Kept, 'act' | 'within'> {
    const kept = typeof id === 'number' ? this.#kept.get(id) : undefined;
    if (!kept) throw new Error('a function was called after the call that lent it was over');
    return kept;
  }
}
