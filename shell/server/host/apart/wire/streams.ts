import { Readable } from 'node:stream';

/** Bytes of a file that travel in one message. */
const PIECE_BYTES = 256 * 1024;

/** Hands out the next piece of a stream, or nothing at its end; told to stop it gives the stream up. */
export type Pull = (stop?: boolean) => Promise<Uint8Array | null>;

/** A stream as something that is asked for one piece after the other, so that a slow reader holds it back. */
export function pulledFrom(stream: Readable): Pull {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  let rest: Buffer = Buffer.alloc(0);
  // An error is told at the next pull; until then nobody else hears it.
  stream.on('error', () => undefined);
  return async (stop = false) => {
    if (stop) {
      stream.destroy();
      return null;
    }
    while (rest.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return null;
      rest = typeof value === 'string' ? Buffer.from(value) : value;
    }
    const piece = rest.subarray(0, PIECE_BYTES);
    rest = rest.subarray(PIECE_BYTES);
    return piece;
  };
}

/** The stream again on the other side: a piece is asked for when somebody reads. */
export function streamOver(pull: Pull): Readable {
  const stream = new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      pull().then(
        (piece) => stream.push(piece),
        (error: unknown) => stream.destroy(error as Error),
      );
    },
    destroy(error, done) {
      if (!stream.readableEnded) pull(true).catch(() => undefined);
      done(error);
    },
  });
  return stream;
}
