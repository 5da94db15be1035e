import { Duplex } from 'node:stream';

export interface EngineLink {
  ready(): Promise<void>;
  send(bytes: Uint8Array): void;
  end(): void;
  endStatement(): void;
}

/**
 * What the driver takes for its socket: bytes go to the engine's worker, answers are pushed in. It has the few socket
 * methods that the driver calls.
 */
export class EngineStream extends Duplex {
  readonly #link: EngineLink;
  #ended = false;

  constructor(link: EngineLink) {
    super({ allowHalfOpen: false });
    this.#link = link;
  }

  connect(): this {
    this.#link.ready().then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Ends the statement that is at work: whoever asked for it gets an error, and the connection stays. */
  endStatement(): void {
    this.#link.endStatement();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#link.send(chunk);
    done();
  }

  /** The driver corks the messages of one statement: they travel together. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#link.send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#finish();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#finish();
    done(error);
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#link.end();
  }
}
