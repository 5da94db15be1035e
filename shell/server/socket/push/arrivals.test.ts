import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Arrivals } from './arrivals.ts';

const ORG = 'org-wh';

function watched(sockets: number) {
  const pushed: { readonly orgId: string; readonly userId: string; readonly userIds?: readonly string[] }[] = [];
  const warn = vi.fn();
  const push = vi.fn(async (orgId: string, body: { userId: string; userIds?: readonly string[] }) => void pushed.push({ orgId, ...body }));
  const arrivals = new Arrivals({ sockets: () => sockets, push, log: { debug() {}, info() {}, warn, error() {} } as never });
  const come = (from: number, count: number, orgId = ORG) => Promise.all(Array.from({ length: count }, (_none, at) => arrivals.came(orgId, `u${from + at}`)));
  return { arrivals, pushed, push, warn, come };
}

describe('who comes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is told at once and alone where few are there', async () => {
    const { pushed, come } = watched(20);
    await come(0, 30);
    expect(pushed).toEqual(Array.from({ length: 30 }, (_none, at) => ({ orgId: ORG, userId: `u${at}` })));
    vi.advanceTimersByTime(5_000);
    expect(pushed).toHaveLength(30);
  });

  it('is told together when a whole centre comes back: frames grow with the windows, not with their square', async () => {
    const { pushed, come } = watched(500);
    for (let second = 0; second < 5; second += 1) {
      await come(second * 50, 50);
      vi.advanceTimersByTime(1_000);
    }
    const frames = pushed.length * 500;
    expect(frames).toBeLessThanOrEqual(5 * 2_500);
    // Nobody is left out or told twice.
    const named = pushed.flatMap(({ userId, userIds }) => userIds ?? [userId]);
    expect(named).toEqual(Array.from({ length: 250 }, (_none, at) => `u${at}`));
    expect(pushed.filter(({ userId, userIds }) => userIds && userIds.at(-1) !== userId)).toEqual([]);
    // Then it is quiet, and the next one is told at once.
    vi.advanceTimersByTime(2_000);
    await come(900, 1);
    expect(pushed.at(-1)).toEqual({ orgId: ORG, userId: 'u900' });
  });

  it('of one organisation does not make another one wait', async () => {
    const { pushed, come } = watched(5_000);
    await come(0, 3);
    await come(10, 1, 'org-gz');
    expect(pushed).toEqual([
      { orgId: ORG, userId: 'u0' },
      { orgId: 'org-gz', userId: 'u10' },
    ]);
  });

  it('is forgotten when the server stops, and a database that is away only delays what is nobody’s need', async () => {
    const { arrivals, pushed, push, warn, come } = watched(5_000);
    await come(0, 2);
    push.mockRejectedValueOnce(new Error('down'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(warn).toHaveBeenCalledOnce();
    await come(2, 1);
    arrivals.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(pushed).toEqual([{ orgId: ORG, userId: 'u0' }]);
  });
});
