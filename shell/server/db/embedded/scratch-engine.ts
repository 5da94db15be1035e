/** How long an engine for trials waits for the next one. */
const KEPT_MS = 60_000;

interface Scratch {
  readonly embedded: { readonly trouble: string };
  close(): Promise<void>;
}

/**
 * Another engine, in memory, for what must not stand in the way of the real one. Starting one takes most of a second, so it is there for a while for
 * whoever comes next; one that was abandoned is replaced.
 */
export class ScratchEngine<Db extends Scratch> {
  readonly #open: () => Promise<Db>;
  #kept: Promise<Db> | undefined;
  #rests: NodeJS.Timeout | undefined;

  constructor(open: () => Promise<Db>) {
    this.#open = open;
  }

  /** Its content is anything: make what is needed in a transaction that is rolled back. */
  async take(): Promise<Db> {
    clearTimeout(this.#rests);
    const known = await this.#kept?.catch(() => undefined);
    if (known?.embedded.trouble !== '') this.#kept = this.#open();
    this.#rests = setTimeout(() => void this.end(), KEPT_MS);
    this.#rests.unref();
    return await (this.#kept as Promise<Db>);
  }

  async end(): Promise<void> {
    clearTimeout(this.#rests);
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.then((database) => database.close()).catch(() => undefined);
  }
}
