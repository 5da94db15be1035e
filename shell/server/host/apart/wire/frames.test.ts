import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Frame, FrameCutter, frameOf } from './frames.ts';
import { WireError } from './value-codec.ts';

const message = fc.record({ head: fc.jsonValue(), parts: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }) });

/** Cuts bytes at these lengths, again and again. */
function* pieces(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield Buffer.from(bytes.subarray(at, at + length));
    at += length;
  }
}

it('messages come out whole and in order, however the pipe cuts them', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }), (messages, lengths) => {
      const cutter = new FrameCutter();
      const bytes = Buffer.concat(messages.map(({ head, parts }) => frameOf(head, parts)));
      const out: Frame[] = [];
      for (const piece of pieces(bytes, lengths)) out.push(...cutter.push(piece));
      expect(out.map(({ head }) => head)).toEqual(messages.map(({ head }) => JSON.parse(JSON.stringify(head))));
      expect(out.map(({ parts }) => parts.map((part) => [...part]))).toEqual(messages.map(({ parts }) => parts.map((part) => [...part])));
    }),
  );
});

it('bytes that are no messages end in a WireError, or wait for the rest of one', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (chunks) => {
      const cutter = new FrameCutter(1_000);
      try {
        for (const chunk of chunks) cutter.push(Buffer.from(chunk));
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
    }),
  );
});

it('a message that is too long is refused where it is sent and where it comes', () => {
  expect(() => frameOf('x'.repeat(100), [], 50)).toThrow(WireError);
  const long = frameOf('x'.repeat(100));
  expect(() => new FrameCutter(50).push(long)).toThrow(WireError);
});
