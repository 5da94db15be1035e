import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

interface Message {
  readonly ms: number;
  readonly isAwaited: boolean;
}
const messages = fc.array(fc.record({ ms: fc.double({ min: 0, max: 1, noNaN: true }), isAwaited: fc.boolean() }), { maxLength: 60 });

/** Each message takes as many milliseconds as it says; what is put off runs when `next` is called, after its rest. */
function line() {
  let now = 0;
  const later: { readonly run: () => void; readonly restMs: number }[] = [];
  const heard: Message[] = [];
  const turns = new Turns<Message>({
    work: (one) => {
      now += one.ms;
      heard.push(one);
      return one.isAwaited;
    },
    now: () => now,
    later: (run, restMs) => later.push({ run, restMs }),
  });
  const next = (): { readonly restMs: number; readonly tookMs: number } => {
    const { run, restMs } = later.shift() ?? { run: () => undefined, restMs: 0 };
    now += restMs;
    const before = now;
    run();
    return { restMs, tookMs: now - before };
  };
  return { turns, heard, now: () => now, next, waits: () => later.length };
}

it('what takes long is heard in turns, whole and in its order, and its pipe is read on once at its end', () => {
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 5 }), (chunks) => {
      const { turns, heard, next, waits } = line();
      for (const chunk of chunks) {
        let done = 0;
        let isDone = turns.take(chunk, () => {
          done += 1;
        });
        const wasAtOnce = isDone;
        while (!isDone) {
          expect([done, waits()]).toEqual([0, 1]); // nothing more is read, and others have their turn
          expect(next().tookMs).toBeLessThanOrEqual(1.5); // half a millisecond, and the message in which it ends
          isDone = done > 0;
        }
        expect([done, waits()]).toEqual([wasAtOnce ? 0 : 1, 0]);
      }
      expect(heard).toEqual(chunks.flat());
    }),
  );
});

it('after much that nobody waits for it rests, so that others have the rest of the time; for what is awaited it never does', () => {
  fc.assert(
    fc.property(fc.array(messages, { minLength: 2, maxLength: 20 }), fc.boolean(), (chunks, isAwaited) => {
      const { turns, heard, now, next, waits } = line();
      let restedMs = 0;
      for (const chunk of chunks) {
        turns.take(
          chunk.map((one) => ({ ...one, isAwaited })),
          () => undefined,
        );
        while (waits() > 0) restedMs += next().restMs;
      }
      const ms = heard.reduce((sum, one) => sum + one.ms, 0);
      expect(now()).toBeCloseTo(ms + restedMs);
      if (isAwaited) expect(restedMs).toBe(0);
      // 20 ms at once and a fifth of the time; the last turn, and what a message was longer than that, is rested for when more comes.
      else expect(ms).toBeLessThanOrEqual(20 + now() / 5 + 1.5);
    }),
  );
});

it('what is dropped is not heard any more', () => {
  const { turns, heard, next } = line();
  let done = 0;
  const two = { ms: 2, isAwaited: true };
  expect(turns.take([two, two, two], () => (done += 1))).toBe(false);
  turns.drop();
  next();
  expect([heard, done]).toEqual([[two], 1]);
});
