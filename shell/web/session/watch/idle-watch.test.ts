import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { openStorage } from '../../storage/browser-storage.ts';
import { type IdleLimits, IdleWatch } from './idle-watch.ts';

const MINUTE = 60_000;

/** A browser whose clock the test moves; timers fire on the way. */
function browser(limits: IdleLimits | null = { lockMinutes: 15, idleMinutes: 30 }, area = memoryStorage()) {
  const log: string[] = [];
  const state = { now: 1_700_000_000_000, locked: false };
  const began = state.now;
  let timers: { at: number; work: () => void }[] = [];
  const minute = () => Math.round(((state.now - began) / MINUTE) * 100) / 100;
  const watch = new IdleWatch({
    storage: openStorage(() => area),
    now: () => state.now,
    later: (work, ms) => {
      const timer = { at: state.now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    limits: () => limits,
    isLocked: () => state.locked,
    tell: () => log.push(`told at ${minute()}`),
    lock: (minutes) => {
      state.locked = true;
      log.push(`locked at ${minute()} after ${minutes}`);
    },
    end: (minutes) => log.push(`over at ${minute()} after ${minutes}`),
  });
  const pass = (minutes: number) => {
    const target = state.now + minutes * MINUTE;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= target).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      state.now = Math.max(state.now, next.at);
      next.work();
    }
    state.now = target;
  };
  const sleep = (minutes: number) => {
    state.now += minutes * MINUTE;
  };
  return { watch, log, pass, state, sleep };
}

describe('a screen nobody works at', () => {
  test('[4-01] locks after 15 minutes and is over after 30, without a call', () => {
    const { watch, log, pass } = browser();
    watch.start();
    pass(14.9);
    expect(log).toEqual([]);
    pass(30);
    expect(log).toEqual(['locked at 15 after 15', 'over at 30 after 30']);
  });

  test('calls of the person put it off', () => {
    const { watch, log, pass } = browser();
    watch.start();
    for (let call = 0; call < 10; call += 1) {
      pass(10);
      watch.called();
    }
    expect(log).toEqual([]);
    pass(15);
    expect(log).toEqual(['locked at 115 after 15']);
  });

  test('typing without any call puts it off, and the server is told once a minute', () => {
    const { watch, log, pass } = browser();
    watch.start();
    for (let key = 0; key < 60; key += 1) {
      pass(0.05);
      watch.worked();
    }
    expect(log).toEqual(['told at 1', 'told at 2', 'told at 3']);
    pass(13);
    watch.worked();
    expect(log.at(-1)).toBe('told at 16');
    pass(15);
    expect(log.at(-1)).toBe('locked at 31 after 15');
  });

  test('keys at the lock screen are no work', () => {
    const { watch, log, pass, state } = browser();
    watch.start();
    pass(20);
    watch.worked();
    watch.called();
    pass(5);
    expect(log).toEqual(['locked at 15 after 15']);
    state.locked = false;
    watch.start();
    pass(14);
    expect(log).toHaveLength(1);
  });

  test('work in another tab counts', () => {
    const area = memoryStorage();
    const [here, there] = [browser(undefined, area), browser(undefined, area)];
    here.watch.start();
    there.watch.start();
    here.pass(10);
    there.pass(10);
    there.watch.called();
    here.pass(14);
    expect(here.log).toEqual([]);
    here.pass(1);
    expect(here.log).toEqual(['locked at 25 after 15']);
  });

  test('a computer that slept finds out when it wakes', () => {
    const { watch, log, sleep } = browser();
    watch.start();
    sleep(20);
    watch.check();
    expect(log).toEqual(['locked at 20 after 15']);
    sleep(600);
    watch.check();
    watch.check();
    expect(log).toEqual(['locked at 20 after 15', 'over at 620 after 30']);
  });

  test('a site may switch the lock off', () => {
    const { watch, log, pass } = browser({ lockMinutes: 0, idleMinutes: 60 });
    watch.start();
    pass(200);
    expect(log).toEqual(['over at 60 after 60']);
  });

  test('nothing happens while nobody is signed in, or after the end', () => {
    const signedOut = browser(null);
    signedOut.watch.start();
    signedOut.pass(100);
    expect(signedOut.log).toEqual([]);
    const { watch, log, pass } = browser();
    watch.start();
    watch.stop();
    watch.worked();
    pass(100);
    expect(log).toEqual([]);
  });
});
