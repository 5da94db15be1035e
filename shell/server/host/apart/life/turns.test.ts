import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Each message takes as many milliseconds as it says; what is put off runs when `run` is called. */
function line() {
  let now = 0;
  const later: (() => void)[] = [];
  const heard: number[] = [];
  const turns = new Turns<number>({
    work: (ms) => {
      now += ms;
      heard.push(ms);
    },
    now: () => now,
    later: (next) => later.push(next),
  });
  return { turns, heard, now: () => now, next: () => later.shift()?.(), waits: () => later.length };
}

it('what takes long is heard in turns, whole and in its order, and its pipe is read on once at its end', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), { maxLength: 5 }), (chunks) => {
      const { turns, heard, now, next, waits } = line();
      for (const chunk of chunks) {
        let done = 0;
        let isDone = turns.take(chunk, () => {
          done += 1;
        });
        const wasAtOnce = isDone;
        for (let at = now(); !isDone; at = now()) {
          expect([done, waits()]).toEqual([0, 1]); // nothing more is read, and others have their turn
          next();
          expect(now() - at).toBeLessThanOrEqual(3); // two milliseconds, and the message in which they end
          isDone = done > 0;
        }
        expect([done, waits()]).toEqual([wasAtOnce ? 0 : 1, 0]);
      }
      expect(heard).toEqual(chunks.flat());
    }),
  );
});

it('what is dropped is not heard any more', () => {
  const { turns, heard, next } = line();
  let done = 0;
  expect(turns.take([2, 2, 2], () => (done += 1))).toBe(false);
  turns.drop();
  next();
  expect([heard, done]).toEqual([[2], 1]);
});
