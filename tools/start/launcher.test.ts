import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchersOf, readProcess, watchLaunchers } from './launcher.mjs';

const table = (processes: Record<number, { parent: number; name: string }>) => (pid: number) => processes[pid];

describe('who started it', () => {
  it('is npm, with or without a shell between', () => {
    expect(launchersOf(12, true, table({ 12: { parent: 11, name: 'sh' }, 11: { parent: 5, name: 'npm start' } }))).toEqual([12, 11]);
    expect(launchersOf(11, true, table({ 11: { parent: 5, name: 'node' }, 5: { parent: 1, name: 'bash' } }))).toEqual([11]);
    expect(launchersOf(12, true, table({ 12: { parent: 1, name: 'dash' } }))).toEqual([12]);
    expect(launchersOf(12, true, table({}))).toEqual([12]);
  });

  it('does not matter without npm: what was put into the background stays', () => {
    expect(launchersOf(12, false, table({ 12: { parent: 11, name: 'bash' } }))).toEqual([]);
  });

  it('is read from the system', () => {
    expect(readProcess(process.pid)).toMatchObject({ parent: process.ppid });
    expect(readProcess(2 ** 22 + 1)).toBeUndefined();
  });
});

describe('the watch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells once that one of them is gone, and can be ended', () => {
    const running = new Set([11, 12]);
    const gone = vi.fn();
    const alive = (pid: number) => running.has(pid);
    watchLaunchers([11, 12], gone, { alive, everyMs: 10 });
    vi.advanceTimersByTime(100);
    expect(gone).not.toHaveBeenCalled();
    running.delete(11);
    vi.advanceTimersByTime(100);
    expect(gone).toHaveBeenCalledTimes(1);
    const end = watchLaunchers([11], gone, { alive, everyMs: 10 });
    end();
    vi.advanceTimersByTime(100);
    expect(gone).toHaveBeenCalledTimes(1);
  });

  it('sees processes that run', () => {
    const gone = vi.fn();
    watchLaunchers([process.pid, process.ppid], gone, { everyMs: 10 });
    vi.advanceTimersByTime(50);
    expect(gone).not.toHaveBeenCalled();
  });
});
