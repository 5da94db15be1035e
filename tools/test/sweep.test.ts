import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweepLeftovers } from './sweep.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sweep-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, minutesOld: number, pid?: number): string {
  const place = path.join(folder, name);
  mkdirSync(path.join(place, 'data'), { recursive: true });
  if (pid) writeFileSync(path.join(place, 'data/postmaster.pid'), `${pid}\n`);
  const then = new Date(Date.now() - minutesOld * 60_000);
  utimesSync(place, then, then);
  return place;
}

it('takes what killed runs have left, and nothing that may be in use or is not ours', () => {
  const gone = [put('nephra-demo-old', 2_000), put('nephra-pg-dead', 200, 2 ** 30), put('nephra-pg-unstarted', 200)];
  const kept = [put('nephra-demo-young', 60), put('nephra-pg-alive', 3_000, process.pid), put('nephra-pg-beginning', 60), put('other', 9_999)];
  expect(sweepLeftovers(folder, path.join(folder, 'no-such-disk'))).toBe(gone.length);
  expect(gone.filter((place) => existsSync(place))).toEqual([]);
  expect(kept.filter((place) => !existsSync(place))).toEqual([]);
});
