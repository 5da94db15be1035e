import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { STRIKE_FILE as WRITTEN } from '../../shell/server/host/guard/watchdog/watchdog.ts';
import { keepRunning, STRIKE_FILE } from './keep-running.mjs';

it('starts again after a strike, and not for a file that stays where it was', async () => {
  expect(STRIKE_FILE).toBe(WRITTEN);
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-keep-'));
  const file = path.join(folder, STRIKE_FILE);
  const lines: string[] = [];
  const ends = [
    () => writeFileSync(file, '{}\n'),
    () => {
      writeFileSync(file, '{}\n{}\n');
      utimesSync(file, 1_000, 1_000);
    },
    () => undefined,
  ];
  let starts = 0;
  const start = () => {
    ends[starts]?.();
    starts += 1;
    return { ended: Promise.resolve(starts) };
  };
  expect(await keepRunning(start, folder, (line) => lines.push(line))).toBe(3);
  expect([starts, lines.length]).toEqual([3, 2]);
  rmSync(folder, { recursive: true });
});
