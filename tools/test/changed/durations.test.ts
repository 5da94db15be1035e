import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { knownDurations, readDurations, recordDurations, secondsOf } from './durations.mjs';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-durations-'));
  file = path.join(folder, 'cache/durations.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps what earlier runs recorded, and counts more than before by half: a busy machine makes tests no longer', () => {
  expect(readDurations(file)).toEqual({});
  recordDurations({ 'a.test.ts': 10, 'b.test.ts': 4 }, file);
  recordDurations({ 'a.test.ts': 20, 'c.test.ts': 1 }, file);
  expect(readDurations(file)).toEqual({ 'a.test.ts': 15, 'b.test.ts': 4, 'c.test.ts': 1 });
  recordDurations({ 'a.test.ts': 5 }, file);
  expect(readDurations(file)['a.test.ts']).toBe(5);
});

it('of tests that this clone never ran it takes what others recorded', () => {
  const others = path.join(folder, 'others.json');
  recordDurations({ 'a.test.ts': 1, 'b.test.ts': 2 }, others);
  recordDurations({ 'a.test.ts': 3 }, file);
  expect(knownDurations(file, others)).toEqual({ 'a.test.ts': 3, 'b.test.ts': 2 });
  expect(knownDurations(path.join(folder, 'nothing.json'), others)).toEqual({ 'a.test.ts': 1, 'b.test.ts': 2 });
});

it('counts what a file takes, not the window that its thread made before the first one', () => {
  const told = { environmentSetupDuration: 1_740, prepareDuration: 30, collectDuration: 400, setupDuration: 20, duration: 600 };
  expect(secondsOf(told)).toBe(1.02);
});

it('takes a broken record for none', () => {
  recordDurations({ 'a.test.ts': 1 }, file);
  writeFileSync(file, '{"a.test');
  expect(readDurations(file)).toEqual({});
});
