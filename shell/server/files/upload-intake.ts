import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** How many uploads are read at the same time. */
export interface IntakeLimits {
  readonly inAll: number;
  /** A whole centre may sit behind one address. */
  readonly perAddress: number;
  readonly perPerson: number;
}

const LIMITS: IntakeLimits = { inAll: 96, perAddress: 32, perPerson: 4 };

/**
 * Who may send a file now. Reading one takes a socket and a file of its own but no work, so it has limits of its own: a hundred senders who
 * let their bytes drip hinder each other and nobody else.
 */
export class UploadIntake {
  readonly #limits: IntakeLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: IntakeLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Uploads that are being read. */
  get running(): number {
    return this.#counts.get('') ?? 0;
  }

  /**
   * @param person id of the account, or '' for nobody
   * @returns gives the place back; harmless when called again
   * @throws AppError `core.too-many-uploads` (429) for the sender's own, `core.too-busy` (503) when everybody together sends too many
   */
  enter(person: string, address: string): () => void {
    const places: readonly [string, number][] = [
      [`person:${person || address}`, this.#limits.perPerson],
      [`address:${address}`, this.#limits.perAddress],
    ];
    if (places.some(([key, most]) => (this.#counts.get(key) ?? 0) >= most)) {
      throw new AppError('core.too-many-uploads', { code: EnvelopeCode.TooMany });
    }
    if (this.running >= this.#limits.inAll) throw new AppError('core.too-busy', { code: EnvelopeCode.Unavailable });
    const keys = ['', ...places.map(([key]) => key)];
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      for (const key of keys) {
        const left = (this.#counts.get(key) ?? 1) - 1;
        if (left > 0) this.#counts.set(key, left);
        else this.#counts.delete(key);
      }
    };
  }
}
