import { SessionRefused } from '../session-loader.ts';

export interface RightsWatchOptions {
  /** Digest of the rights that the screen shows. */
  readonly digest: () => string;
  /** Reads user, menus and permissions again. */
  readonly reload: () => Promise<void>;
  readonly tell: () => void;
  /** Nothing is left that the person may open. */
  readonly refused: (notice: string) => void;
}

/** Follows changes of the person's rights while they work: menus, buttons and open tabs, without losing what is typed elsewhere. */
export class RightsWatch {
  readonly #options: RightsWatchOptions;
  #running = false;
  #again = false;

  constructor(options: RightsWatchOptions) {
    this.#options = options;
  }

  /** The server says that the rights are others now. Another word while it is being asked leads to one more asking, not to many. */
  async changed(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    const before = this.#options.digest();
    try {
      while (this.#again) {
        this.#again = false;
        await this.#options.reload();
      }
      if (this.#options.digest() !== before) this.#options.tell();
    } catch (error) {
      // Without an answer the old menus stay: the server refuses what is no longer permitted, and the next connection tells again.
      if (error instanceof SessionRefused) this.#options.refused(error.message);
    } finally {
      this.#running = false;
    }
  }
}
