import { FrameCutter } from './frames.ts';

export interface CountedFrame {
  /** `frameIn` reads it: when it is its turn, because reading is most of the work. */
  readonly body: Buffer;
  /** Bytes that it took, about: those that came in one piece share its bytes. */
  readonly bytes: number;
}

/** Cuts what comes through one pipe into messages, and knows how long each was. */
export class CountedFrames {
  readonly #cutter = new FrameCutter();
  /** Bytes of a message that is not whole yet. */
  #unheard = 0;

  /** @throws WireError for what has no length of a message */
  push(chunk: Buffer): readonly CountedFrame[] {
    const arrived = this.#cutter.cut(chunk);
    // A long one comes in many pieces and is the only one that is whole at their end.
    const bytes = this.#unheard + chunk.length;
    this.#unheard = arrived.length === 0 ? bytes : 0;
    return arrived.map((body) => ({ body, bytes: bytes / arrived.length }));
  }
}
