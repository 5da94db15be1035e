import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { belongsTo, fingerprint, forgetTimes } from './kept-build.mjs';
import { keep, keptUnder, takeKept } from './kept-files.mjs';

let home: string;
let folder: string;
const at = (...names: string[]): string => path.join(home, ...names);
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};
const grownOld = (file: string): void => utimesSync(file, new Date(0), new Date(0));

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'nephra-kept-'));
  folder = at('cache');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('a folder that was kept comes back whole, without what is not wanted', () => {
  write('built/state/shell.json', 'one');
  write('built/lock', '1');
  keep('build', at('built'), { folder, wanted: (file) => file !== 'lock' });
  expect(takeKept('build', at('other/built'), { folder })).toBe(true);
  expect(readFileSync(at('other/built/state/shell.json'), 'utf8')).toBe('one');
  expect(existsSync(at('other/built/lock'))).toBe(false);
});

test('the newest is taken; older ones go, but for those that another run may be reading', () => {
  write('record', 'first');
  keep('types', at('record'), { folder });
  const [first = ''] = keptUnder('types', folder);
  write('record', 'second');
  keep('types', at('record'), { folder });
  expect(keptUnder('types', folder)).toHaveLength(2);
  grownOld(first);
  expect(takeKept('types', at('taken'), { folder })).toBe(true);
  expect(readFileSync(at('taken'), 'utf8')).toBe('second');
  write('record', 'third');
  keep('types', at('record'), { folder });
  expect(keptUnder('types', folder)).not.toContain(first);
  expect(keptUnder('types', folder)).toHaveLength(2);
});

test('what somebody died over is not taken, nor what has another name', () => {
  write('cache/build-1.unfinished/state', 'half');
  write('cache/builder-1/state', 'other');
  expect(takeKept('build', at('built'), { folder })).toBe(false);
  expect(existsSync(at('built'))).toBe(false);
});

test('what cannot be kept is said and leaves nothing half', () => {
  mkdirSync(folder);
  keep('build', at('nowhere'), { folder });
  expect(readdirSync(folder)).toEqual([]);
});

const state = (key: string, inputs: Record<string, { time: number; size: number; digest: string }>): string =>
  JSON.stringify({ key, inputs, outputs: ['.build/shell.js'] });

test('a build of another clone is compared with the sources by content, never by time', () => {
  write('built/state/shell.json', state('k', { 'a.ts': { time: 12, size: 3, digest: 'x' } }));
  const before = fingerprint(at('built'));
  forgetTimes(at('built'));
  expect(JSON.parse(readFileSync(at('built/state/shell.json'), 'utf8')).inputs).toEqual({ 'a.ts': { time: 0, size: 3, digest: 'x' } });
  expect(fingerprint(at('built'))).toBe(before);
});

test.each([
  ['another content', 'shell.json', state('k', { 'a.ts': { time: 0, size: 3, digest: 'y' } })],
  ['another builder', 'shell.json', state('l', { 'a.ts': { time: 0, size: 3, digest: 'x' } })],
  ['one part more', 'plugin-beds.json', state('k', {})],
])('%s makes it another build', (_what, name, text) => {
  write('built/state/shell.json', state('k', { 'a.ts': { time: 0, size: 3, digest: 'x' } }));
  const before = fingerprint(at('built'));
  write(`built/state/${name}`, text);
  expect(fingerprint(at('built'))).not.toBe(before);
});

test('of a build that another clone made, plugins that these sources do not have stay away', () => {
  write('plugins/patient/plugin.ts', '');
  const wanted = belongsTo(home);
  const files = ['', 'plugins', 'plugins/patient', 'plugins/patient/current.json', 'web/index.html', 'state/shell.json'];
  expect(files.filter((file) => !wanted(file))).toEqual([]);
  expect(['plugins/gone', 'plugins/gone/current.json', 'lock', 'registry-of-tests.json'].filter(wanted)).toEqual([]);
});
