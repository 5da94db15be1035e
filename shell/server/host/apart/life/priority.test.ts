import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { lowerPriority } from './priority.ts';

const LINUX = process.platform === 'linux';

it.runIf(LINUX)('every thread of a process goes behind, not the first alone', async () => {
  const child = spawn(process.execPath, ['-e', "process.stdin.once('data', () => process.exit()); console.log('runs')"], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((done) => child.once('close', done));
  try {
    await new Promise((done) => child.stdout.once('data', done));
    const { pid = 0 } = child;
    lowerPriority(pid, 'package');
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => 10));
    lowerPriority(pid, 'behind-packages');
    expect(getPriority(pid)).toBe(19);
  } finally {
    child.stdin.end('end');
    await ended;
  }
});

it('one that is gone is no error', () => {
  expect(() => lowerPriority(0, 'package')).not.toThrow();
  expect(() => lowerPriority(2 ** 22 + 1, 'package')).not.toThrow();
});
