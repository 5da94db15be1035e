import { describe, expect, it } from 'vitest';
import { SingleFlight } from './single-flight.ts';

describe('work that runs once at a time', () => {
  it('runs again for those who asked while it ran, once for all of them', async () => {
    const ends: (() => void)[] = [];
    const flight = new SingleFlight(() => new Promise((resolve) => ends.push(resolve)));
    const first = flight.run();
    const later = [flight.run(), flight.run()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await Promise.all([first, ...later]);
    expect(ends).toHaveLength(2);
  });

  it('who asks at the very end is not forgotten', async () => {
    let runs = 0;
    const flight: SingleFlight = new SingleFlight(async () => {
      runs += 1;
    });
    for (let turn = 0; turn < 20; turn += 1) {
      const running = flight.run();
      for (let micro = 0; micro < turn; micro += 1) await null;
      const before = runs;
      const asked = flight.run();
      await asked;
      expect(runs).toBeGreaterThan(before);
      await running;
    }
  });

  it('a failure is told, and the next one runs', async () => {
    let fails = true;
    const flight = new SingleFlight(async () => {
      if (fails) throw new Error('down');
    });
    await expect(flight.run()).rejects.toThrow('down');
    fails = false;
    await flight.run();
    await flight.settled();
  });
});
