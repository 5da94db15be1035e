import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NamedQueues } from './named-queues.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const patient = () => ({ until: performance.now() + 86_400_000 });

describe('named queues', () => {
  test('three of a queue are under way, the others follow in the order in which they came', async () => {
    const queues = new NamedQueues();
    const order: number[] = [];
    const leaves: (() => void)[] = [];
    for (let index = 0; index < 6; index += 1) {
      void queues.enter(['drawer'], patient()).then((leave) => {
        order.push(index);
        leaves.push(leave);
      });
    }
    const other = await queues.enter(['another drawer'], patient());
    await turn();
    expect(order).toEqual([0, 1, 2]);
    expect(queues.waiting).toBe(3);
    leaves[1]?.();
    leaves[1]?.();
    await turn();
    expect(order).toEqual([0, 1, 2, 3]);
    other();
  });

  test('several queues are entered in one order, so nobody waits in a circle; a name twice counts once', async () => {
    const queues = new NamedQueues();
    let done = 0;
    const both = async (names: string[]): Promise<void> => {
      const leave = await queues.enter(names, patient());
      await turn();
      leave();
      done += 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_unused, index) => both(index % 2 ? ['a', 'b', 'a'] : ['b', 'a', 'b'])));
    expect(done).toBe(20);
    expect(queues.waiting).toBe(0);
  });

  test('whoever gives up gives back what it held and leaves no gap', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const queues = new NamedQueues();
    const first = await queues.enter(['b'], patient());
    const [second, third] = [await queues.enter(['b'], patient()), await queues.enter(['b'], patient())];
    const control = new AbortController();
    const gone = expect(queues.enter(['a', 'b'], { ...patient(), signal: control.signal })).rejects.toThrow('gone');
    const late = expect(queues.enter(['a', 'b'], { until: performance.now() + 1_000 })).rejects.toMatchObject({ key: 'core.database-busy' });
    await turn();
    expect(queues.waiting).toBe(2);
    control.abort(new Error('gone'));
    await gone;
    vi.advanceTimersByTime(1_001);
    await late;
    expect(queues.waiting).toBe(0);
    // All places of `a` are free again.
    const again = [await queues.enter(['a'], patient()), await queues.enter(['a'], patient()), await queues.enter(['a'], patient())];
    for (const leave of [first, second, third, ...again]) leave();
    await queues.enter(['b'], patient());
    await queues.enter(['b'], patient());
  });
});
