import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDurations, recordDurations } from './durations.mjs';

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

it('takes a broken record for none', () => {
  recordDurations({ 'a.test.ts': 1 }, file);
  writeFileSync(file, '{"a.test');
  expect(readDurations(file)).toEqual({});
});
