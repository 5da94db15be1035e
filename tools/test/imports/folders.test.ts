import { describe, expect, it } from 'vitest';
import { crowdedFolders, MAX_FILES, twoWayFolders } from './folders.mjs';
import { scanFile } from './scan.mjs';

const many = (folder: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${folder}/f${index}.ts`);
const scanned = (files: Record<string, string>) => new Map(Object.entries(files).map(([file, text]) => [file, scanFile(file, text)]));

describe('folders', () => {
  it('hold no more files than are taken in at a glance; what is below does not count', () => {
    expect(crowdedFolders([...many('a', MAX_FILES), ...many('a/b', MAX_FILES)])).toEqual([]);
    expect(crowdedFolders(many('a', MAX_FILES + 1))).toEqual([expect.stringMatching(/^a: 16 files, more than 15/)]);
    expect(crowdedFolders([...many('a/migrations', 90), ...many('plugin-sdk/decisions', 90)])).toEqual([]);
  });

  it('that are known to be full may only become smaller', () => {
    expect(crowdedFolders(many('a', 30), { a: 30 })).toEqual([]);
    expect(crowdedFolders(many('a', 31), { a: 30 })).toEqual([expect.stringContaining('more than 30')]);
    expect(crowdedFolders(many('a', 29), { a: 30 })).toEqual([expect.stringContaining('write that number')]);
    expect(crowdedFolders(many('a', 15), { a: 30 })).toEqual([expect.stringContaining('take its line out')]);
    expect(crowdedFolders([], { a: 30 })).toEqual([expect.stringContaining('take its line out')]);
  });

  const bothWays = {
    'p/one/a.ts': "import type { B } from '../two/b.ts';",
    'p/two/b.ts': 'export type B = 1;',
    'p/two/c.ts': "import { d } from '../one/d.ts';",
    'p/one/d.ts': 'export const d = 1;',
  };

  it('beside one another do not import each other, types too', () => {
    expect(twoWayFolders(scanned(bothWays))).toEqual([expect.stringMatching(/^p\/one <-> p\/two: .*(a\.ts imports b\.ts|c\.ts imports d\.ts)/)]);
    expect(twoWayFolders(scanned({ ...bothWays, 'p/two/c.ts': '' }))).toEqual([]);
    expect(twoWayFolders(scanned(bothWays), ['p/one <-> p/two'])).toEqual([]);
    expect(twoWayFolders(scanned({}), ['p/one <-> p/two'])).toEqual([expect.stringContaining('take the line out')]);
  });

  it('and those below them may, and so may tests', () => {
    expect(twoWayFolders(scanned({ 'p/a.ts': "import './b/c.ts';", 'p/b/c.ts': "import '../d.ts';", 'p/d.ts': '' }))).toEqual([]);
    expect(twoWayFolders(scanned({ ...bothWays, 'p/two/c.ts': '', 'p/two/c.test.ts': bothWays['p/two/c.ts'] }))).toEqual([]);
  });
});
