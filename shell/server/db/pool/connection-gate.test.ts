import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionGate, type Lane } from './connection-gate.ts';

/** Lets everybody go on who can. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const patient = () => ({ until: performance.now() + 86_400_000 });

/** Who got in, in order, and how each leaves again. */
function visitors(gate: ConnectionGate) {
  const inside: string[] = [];
  const leaves = new Map<string, () => void>();
  const come = async (name: string, lane: Lane, signal?: AbortSignal): Promise<void> => {
    const leave = await gate.enter(lane, { ...patient(), ...(signal && { signal }) });
    inside.push(name);
    leaves.set(name, leave);
  };
  return { inside, come, leave: (name: string) => leaves.get(name)?.() };
}

describe('the gate before the pool', () => {
  test('transactions and streams never take the share of reads; reads may take all', async () => {
    const gate = new ConnectionGate(10, 3);
    const { inside, come, leave } = visitors(gate);
    for (let index = 0; index < 6; index += 1) void come(`stream ${index}`, 'stream');
    for (let index = 0; index < 15; index += 1) void come(`transaction ${index}`, 'transaction');
    await turns();
    expect(inside).toEqual(['stream 0', 'stream 1', 'stream 2', 'transaction 0', 'transaction 1', 'transaction 2', 'transaction 3']);
    expect(gate.load).toEqual({ size: 10, inUse: 7, waiting: { statements: 0, transactions: 11, streams: 3 } });
    for (let index = 0; index < 4; index += 1) void come(`read ${index}`, 'single');
    await turns();
    expect(inside.slice(7)).toEqual(['read 0', 'read 1', 'read 2']);
    expect(gate.isBusy).toBe(true);
    leave('stream 0');
    await turns();
    expect(inside.slice(10)).toEqual(['read 3']);
    leave('read 0');
    await turns();
    expect(inside.slice(11)).toEqual(['stream 3']);
  });

  test('an urgent transaction goes before those that wait, and is one of them', async () => {
    const { inside, come, leave } = visitors(new ConnectionGate(2));
    for (const name of ['a', 'b', 'c']) void come(name, 'transaction');
    void come('now', 'urgent');
    await turns();
    expect(inside).toEqual(['a']);
    leave('a');
    await turns();
    expect(inside).toEqual(['a', 'now']);
  });

  test('one connection: a page of several reads goes between two transactions', async () => {
    const gate = new ConnectionGate(1);
    const { inside, come, leave } = visitors(gate);
    const page = async (): Promise<void> => {
      for (const name of ['read 1', 'read 2', 'read 3']) {
        await come(name, 'single');
        leave(name);
      }
    };
    for (const name of ['a', 'b', 'c']) void come(name, 'transaction');
    await turns();
    const reading = page();
    await turns();
    expect(inside).toEqual(['a']);
    leave('a');
    await reading;
    await turns();
    expect(inside).toEqual(['a', 'read 1', 'read 2', 'read 3', 'b']);
  });

  test('one connection: reads without end do not keep a transaction out', async () => {
    const gate = new ConnectionGate(1);
    const { inside, come, leave } = visitors(gate);
    await come('a', 'transaction');
    void come('b', 'transaction');
    let reading = true;
    const reader = async (): Promise<void> => {
      while (reading) {
        await come('read', 'single');
        leave('read');
      }
    };
    const readers = [reader(), reader(), reader()];
    leave('a');
    await vi.waitUntil(() => inside.includes('b'), { timeout: 60_000 });
    reading = false;
    leave('b');
    await Promise.all(readers);
    expect(inside.indexOf('b') - 1).toBe(12);
  });

  test('one connection: neither do reads whose audit entries are urgent', async () => {
    const gate = new ConnectionGate(1);
    const { inside, come, leave } = visitors(gate);
    await come('a', 'transaction');
    void come('b', 'transaction');
    let reading = true;
    const again = async (name: string, lane: Lane): Promise<void> => {
      // A turn that has no end would be no failure that anybody reads.
      while (reading && inside.length < 500) {
        await come(name, lane);
        leave(name);
      }
    };
    const readers = [again('read', 'single'), again('read', 'single'), again('entry', 'urgent'), again('entry', 'urgent')];
    leave('a');
    await vi.waitUntil(() => inside.includes('b') || inside.length >= 500, { timeout: 60_000 });
    reading = false;
    leave('b');
    await Promise.all(readers);
    const before = inside.slice(1, inside.indexOf('b'));
    expect([before.filter((name) => name === 'entry').length, before.filter((name) => name === 'read').length]).toEqual([1, 12]);
  });

  test('whoever goes away, waits too long or finds the pool closed leaves no gap behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const gate = new ConnectionGate(2);
    const { inside, come, leave } = visitors(gate);
    await come('a', 'transaction');
    const control = new AbortController();
    const gone = expect(come('gone', 'transaction', control.signal)).rejects.toThrow('gone');
    const late = expect(gate.enter('transaction', { until: performance.now() + 1_000 })).rejects.toMatchObject({ key: 'core.database-busy' });
    void come('b', 'transaction');
    control.abort(new Error('gone'));
    await gone;
    vi.advanceTimersByTime(1_001);
    await late;
    leave('a');
    leave('a');
    await turns();
    expect(inside).toEqual(['a', 'b']);
    expect(gate.load).toMatchObject({ inUse: 1, waiting: { transactions: 0 } });
    const shut = expect(come('c', 'transaction')).rejects.toMatchObject({ key: 'core.database-unavailable' });
    gate.close();
    await shut;
    await expect(gate.enter('single', patient())).rejects.toMatchObject({ key: 'core.database-unavailable' });
    await expect(gate.enter('single', { ...patient(), signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  test('a share that leaves reads or transactions nothing is refused', () => {
    expect(() => new ConnectionGate(10, 0)).toThrow(/reads need at least one of their own/);
    expect(() => new ConnectionGate(10, 10)).toThrow(/transactions one, too/);
    expect(() => new ConnectionGate(1, 1)).toThrow(RangeError);
    expect(() => new ConnectionGate(0)).toThrow(/at least one connection/);
    expect(new ConnectionGate(1).load.size).toBe(1);
  });
});
