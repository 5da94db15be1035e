import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { Gate } from './gate.ts';

describe('gate', () => {
  it('lets so many run, so many wait, and refuses the rest', async () => {
    const gate = new Gate(2, 3);
    let running = 0;
    let most = 0;
    const open: (() => void)[] = [];
    const work = () =>
      gate.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => open.push(resolve));
        running -= 1;
      });
    const five = Array.from({ length: 5 }, work);
    await expect(work()).rejects.toThrowError('core.too-busy');
    for (let done = 0; done < 5; done += 1) {
      await new Promise(setImmediate);
      open.shift()?.();
    }
    await Promise.all(five);
    expect(most).toBe(2);
    await gate.run(async () => undefined);
  });

  it('passes a place on after a failure', async () => {
    const gate = new Gate(1);
    await expect(gate.run(() => Promise.reject(new Error('x')))).rejects.toThrowError('x');
    expect(await gate.run(async () => 'next')).toBe('next');
  });

  it('forgets who goes away while waiting; a place is given back once, however often it is said', async () => {
    const gate = new Gate(1, 2);
    const leave = await gate.enter();
    const gone = new AbortController();
    const left = gate.enter(gone.signal);
    const stays = gate.enter();
    gone.abort(new Error('hung up'));
    await expect(left).rejects.toThrowError('hung up');
    expect(gate.load).toEqual({ running: 1, waiting: 1 });
    leave();
    leave();
    const leaveSecond = await stays;
    expect(gate.load).toEqual({ running: 1, waiting: 0 });
    leaveSecond();
    expect(gate.load).toEqual({ running: 0, waiting: 0 });
    await expect(gate.enter(gone.signal)).rejects.toThrowError('hung up');
    expect(gate.load).toEqual({ running: 0, waiting: 0 });
  });

  it('has all its places back after any mix of ends: done, failed, gone before the turn, gone during the work', async () => {
    const ends = fc.array(fc.record({ end: fc.constantFrom('done', 'failed', 'gone' as const), turns: fc.nat(4) }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), ends, async (places, calls) => {
        const gate = new Gate(places, 8);
        const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
        await Promise.allSettled(
          calls.map(async ({ end, turns }) => {
            const control = new AbortController();
            const work = async () => {
              for (let at = 0; at < turns; at += 1) await turn();
              control.signal.throwIfAborted();
              if (end === 'failed') throw new Error('failed');
            };
            const running = gate.run(work, control.signal);
            running.catch(() => undefined);
            if (end === 'gone') {
              for (let at = 0; at < turns; at += 1) await turn();
              control.abort(new Error('gone'));
            }
            await running;
          }),
        );
        expect(gate.load).toEqual({ running: 0, waiting: 0 });
      }),
      { numRuns: propertyCases(50) },
    );
  });
});
