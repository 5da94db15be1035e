import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchIdle } from './idle-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A transaction that was answered at 0 and asks for nothing more; its process sleeps since the same moment, or works. */
function begun({ isWaitedFor = true, works = false, unread = 0 } = {}) {
  const began = performance.now();
  let saidAt = began;
  const exceeded: string[] = [];
  const work = { ended: undefined, idleMs: 0, heldMs: 0 };
  Object.defineProperty(work, 'idleMs', { get: () => performance.now() - saidAt });
  Object.defineProperty(work, 'heldMs', { get: () => performance.now() - began });
  const idle = {
    ...{ ms: 2_000, contestedMs: 1_000, heldMs: 5_000 },
    asleep: {
      ms: 250,
      forMs: () => {
        const asleepMs = works ? 0 : performance.now() - saidAt;
        // What it has said lies in the pipe: it is read after this timer.
        if (asleepMs >= 250 && unread-- > 0) setImmediate(says);
        return asleepMs;
      },
    },
    reason: (ms: number, kind: string) => new Error(`${kind} ${ms}`),
  };
  const says = (): void => {
    saidAt = performance.now();
  };
  const stop = watchIdle(
    work,
    idle,
    () => isWaitedFor,
    ({ message }) => exceeded.push(`${message} at ${Math.round(performance.now() - began)}`),
  );
  return { exceeded, stop };
}

it('while others wait, one whose process does nothing at all is ended by the short limit, one that works by the longer one', () => {
  const asleep = begun();
  const atWork = begun({ works: true });
  vi.advanceTimersByTime(900);
  expect(asleep.exceeded).toHaveLength(1);
  expect(asleep.exceeded[0]).toMatch(/^idle 250 at (2[5-9]\d|3[01]\d)$/);
  expect(atWork.exceeded).toEqual([]);
  vi.advanceTimersByTime(400);
  expect(atWork.exceeded).toEqual([expect.stringMatching(/^idle 1000 at 1/)]);
});

it('while nobody waits it may sleep as long as any', () => {
  const { exceeded } = begun({ isWaitedFor: false });
  vi.advanceTimersByTime(1_900);
  expect(exceeded).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(exceeded).toEqual([expect.stringMatching(/^idle 2000 at 2/)]);
});

it('what it said while the server itself was busy is heard before it is ended', () => {
  const { exceeded } = begun({ unread: 1 });
  vi.advanceTimersByTime(450);
  expect(exceeded).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(exceeded).toEqual([expect.stringMatching(/^idle 250 at [56]/)]);
});

it('one that is over is not watched', () => {
  const { exceeded, stop } = begun();
  stop();
  vi.advanceTimersByTime(5_000);
  expect(exceeded).toEqual([]);
});
