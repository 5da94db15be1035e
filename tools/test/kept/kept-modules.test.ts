import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modulesFolders, surroundings } from './kept-modules.mjs';

let root: string;
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'nephra-modules-'));
  for (const file of ['shell/a.ts', 'plugins/p/server/migrations/0001-a.sql', 'plugin-sdk/web/ui/index.ts', 'package-lock.json', 'tsconfig.json'])
    write(file, 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each(['shell/a.ts', 'plugins/p/server/migrations/0001-a.sql'])('the text of %s is left to the runner', (file) => {
  const before = surroundings(root);
  write(file, 'two');
  expect(surroundings(root)).toBe(before);
});

test.each([
  ['a migration more', 'plugins/p/server/migrations/0002-b.sql'],
  ['a package of a plugin', 'plugins/p/package.json'],
  ['another component', 'plugin-sdk/web/ui/index.ts'],
  ['other packages', 'package-lock.json'],
  ['other options of the compiler', 'tsconfig.json'],
])('%s makes all modules anew', (_what, file) => {
  const before = surroundings(root);
  write(file, 'two');
  expect(surroundings(root)).not.toBe(before);
});

test('what is installed or built changes nothing, nor does a source more, which only those load that name it', () => {
  const before = surroundings(root);
  write('shell/b.ts', '');
  write('plugin-sdk/node_modules/x/package.json', '{}');
  write('plugins/p/dist/x.ts', '');
  expect(surroundings(root)).toBe(before);
});

test('a run finds what the one before left, another clone what any left; of many folders the oldest go, those in use stay', () => {
  const cache = path.join(root, 'cache');
  for (const name of ['modules-1', 'modules-2', 'modules-3', 'shared-modules-1', 'demo-1']) write(`cache/${name}/x`, '');
  utimesSync(path.join(cache, 'modules-1'), new Date(0), new Date(0));
  const first = modulesFolders(root, cache);
  for (const folder of Object.values(first)) writeFileSync(path.join(folder, 'module'), '');
  expect(modulesFolders(root, cache)).toEqual(first);
  for (const folder of Object.values(first)) expect(readdirSync(folder)).toEqual(['module']);
  const names = Object.values(first).map((folder) => path.basename(folder));
  expect(readdirSync(cache).sort()).toEqual(['demo-1', 'modules-2', 'modules-3', 'shared-modules-1', ...names].sort());
  const other = mkdtempSync(path.join(tmpdir(), 'nephra-modules-'));
  try {
    cpSync(root, other, { recursive: true, filter: (file) => file !== cache });
    const there = modulesFolders(other, cache);
    expect(there.NEPHRA_TEST_SHARED_MODULES).toBe(first.NEPHRA_TEST_SHARED_MODULES);
    expect(there.NEPHRA_TEST_MODULES).not.toBe(first.NEPHRA_TEST_MODULES);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});
