/** Bytes that wait at most: more go on their way by themselves. */
const MAX_HELD_BYTES = 64 * 1024;

/**
 * What a process writes to the channel. A call says what belongs to its entry of audit, and the sentence of its answer, before it answers: each of them written
 * by itself would wake the server once more.
 */
export class Outbox {
  readonly #write: (bytes: Buffer) => void;
  readonly #soon: (write: () => void) => void;
  #held: Buffer[] = [];
  #bytes = 0;

  /** @param soon runs what it is given once the code at work has come to its next pause */
  constructor(write: (bytes: Buffer) => void, soon: (write: () => void) => void = setImmediate) {
    this.#write = write;
    this.#soon = soon;
  }

  /** Writes a message, behind those that are held. */
  send(frame: Buffer): void {
    this.#keep(frame);
    this.flush();
  }

  /** Holds a message for the next one, no longer than the code at work lets others run. */
  hold(frame: Buffer): void {
    this.#keep(frame);
    if (this.#bytes > MAX_HELD_BYTES) this.flush();
    else if (this.#held.length === 1) this.#soon(() => this.flush());
  }

  /** Writes what is held: before whatever does not come through here. */
  flush(): void {
    if (this.#held.length === 0) return;
    const all = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    this.#held = [];
    this.#bytes = 0;
    this.#write(all);
  }

  #keep(frame: Buffer): void {
    this.#held.push(frame);
    this.#bytes += frame.length;
  }
}
