import { pipeline, type Readable, Transform } from 'node:stream';

/** A stream of so many bytes as were announced. One that has more, or fewer, breaks off: what follows on the same connection would be read as part of it. */
export function exactly(content: Readable, bytes: number): Readable {
  let left = bytes;
  const wrong = (): Error => new Error(`a file has other than the ${bytes} bytes that were announced`);
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      left -= piece.length;
      if (left < 0) done(wrong());
      else done(null, piece);
    },
    flush(done) {
      done(left > 0 ? wrong() : null);
    },
  });
  // Whoever reads the stream hears what became of it.
  return pipeline(content, counted, () => undefined);
}
