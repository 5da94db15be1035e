import { expect, it } from 'vitest';
import { SleepWatch, threadState } from './sleep-watch.ts';

const asleep = (waits: number) => ({ sleeps: true, waits });

it('one that sleeps at each look, and that nothing woke between, is asleep since the first of them', () => {
  const watch = new SleepWatch();
  expect([0, 100, 250].map((at) => watch.look(at, asleep(7), false))).toEqual([0, 100, 250]);
});

it('whatever wakes it, or works on, or waits for a processor begins anew', () => {
  const watch = new SleepWatch();
  watch.look(0, asleep(7), false);
  expect(watch.look(100, asleep(8), false)).toBe(0);
  expect(watch.look(200, asleep(8), false)).toBe(100);
  expect(watch.look(300, { sleeps: false, waits: 8 }, false)).toBe(0);
  expect(watch.look(400, asleep(8), false)).toBe(0);
  expect(watch.look(500, asleep(8), false)).toBe(100);
});

it('while the server owes it something it is not asleep, and where the system says nothing it never is', () => {
  const watch = new SleepWatch();
  expect([0, 100, 200].map((at) => watch.look(at, asleep(7), true))).toEqual([0, 0, 0]);
  expect(watch.look(300, asleep(7), false)).toBe(0);
  expect([400, 500].map((at) => watch.look(at, undefined, false))).toEqual([0, 0]);
  expect(threadState('')).toBeUndefined();
});

it('what Linux writes is read', () => {
  expect(threadState('Name:\tnode\nState:\tS (sleeping)\nThreads:\t7\nvoluntary_ctxt_switches:\t1234\nnonvoluntary_ctxt_switches:\t9\n')).toEqual(asleep(1234));
  expect(threadState('State:\tR (running)\nvoluntary_ctxt_switches:\t5\n')).toEqual({ sleeps: false, waits: 5 });
});
