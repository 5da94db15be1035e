import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

describe('watchdog of the embedded engine', () => {
  let runaways: number[];
  let told: number;
  let hears: boolean;
  let watchdog: Watchdog;

  beforeEach(() => {
    vi.useFakeTimers();
    runaways = [];
    told = 0;
    hears = false;
    const overdue = (): boolean => {
      if (hears) told += 1;
      return hears;
    };
    watchdog = new Watchdog(1_000, { overdue, runaway: (elapsedMs) => void runaways.push(elapsedMs) });
  });
  afterEach(() => {
    watchdog.stop();
    vi.useRealTimers();
  });

  test('unanswered work is reported once, soon after its limit', () => {
    watchdog.sent();
    vi.advanceTimersByTime(1_000);
    expect(runaways).toEqual([]);
    vi.advanceTimersByTime(5_000);
    expect(runaways).toHaveLength(1);
    expect(runaways[0]).toBeLessThan(1_600);
  });

  test('each answer starts the clock of the next work anew', () => {
    watchdog.sent();
    watchdog.sent();
    vi.advanceTimersByTime(900);
    watchdog.done();
    vi.advanceTimersByTime(900);
    watchdog.done();
    vi.advanceTimersByTime(10_000);
    expect(runaways).toEqual([]);
  });

  test('a more generous limit holds while its work runs', async () => {
    const finish = deferred();
    const patient = watchdog.withLimit(0, () => finish.promise);
    watchdog.sent();
    vi.advanceTimersByTime(60_000);
    expect(runaways).toEqual([]);
    finish.resolve();
    await patient;
    vi.advanceTimersByTime(2_000);
    expect(runaways).toHaveLength(1);
  });

  test('what can be told to end is told once, and has its time for that; what goes on is reported', () => {
    hears = true;
    watchdog.sent();
    vi.advanceTimersByTime(3_000);
    watchdog.done();
    expect([told, runaways]).toEqual([1, []]);
    watchdog.sent();
    vi.advanceTimersByTime(6_000);
    expect([told, runaways]).toEqual([2, []]);
    vi.advanceTimersByTime(2_000);
    expect([told, runaways.length]).toEqual([2, 1]);
  });

  test('after the engine is gone nothing is awaited any more', () => {
    watchdog.sent();
    watchdog.reset();
    vi.advanceTimersByTime(10_000);
    expect(runaways).toEqual([]);
  });
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
