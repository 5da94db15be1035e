/**
 * Reads one at a time, for what is read again with every push: who asks while a read is under way gets the end of that one, and one more follows it, since what was
 * told meanwhile may be newer than what it brings. However many ask, it is one.
 */
export class SingleRead {
  readonly #read: (background: boolean) => Promise<void>;
  #reading: Promise<void> | null = null;
  #again = false;

  /** @param read its own failures are its own to show; `background`: nobody pressed anything, true of every read that follows another one */
  constructor(read: (background: boolean) => Promise<void>) {
    this.#read = read;
  }

  run(background = false): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#read(background).finally(() => {
      this.#reading = null;
      if (!this.#again) return;
      this.#again = false;
      void this.run(true);
    });
    return this.#reading;
  }

  /** Nothing follows the read that is under way: the page is closed. */
  drop(): void {
    this.#again = false;
  }
}
