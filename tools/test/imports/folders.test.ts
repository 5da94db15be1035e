import { describe, expect, it } from 'vitest';
import { crowdedFolders, MAX_FILES, twoWayFolders, upwardImports } from './folders.mjs';
import { scanFile } from './scan.mjs';

const many = (folder: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${folder}/f${index}.ts`);
const scanned = (files: Record<string, string>) => new Map(Object.entries(files).map(([file, text]) => [file, scanFile(file, text)]));

describe('folders', () => {
  it('hold no more files than are taken in at a glance; what is below does not count', () => {
    expect(crowdedFolders([...many('a', MAX_FILES), ...many('a/b', MAX_FILES)])).toEqual([]);
    expect(crowdedFolders(many('a', MAX_FILES + 1))).toEqual([expect.stringMatching(/^a: 16 files, more than 15; .*a folder below it/)]);
    expect(crowdedFolders([...many('a/migrations', 90), ...many('plugin-sdk/decisions', 90)])).toEqual([]);
  });

  const bothWays = {
    'p/one/a.ts': "import type { B } from '../two/b.ts';",
    'p/two/b.ts': 'export type B = 1;',
    'p/two/c.ts': "import { d } from '../one/d.ts';",
    'p/one/d.ts': 'export const d = 1;',
  };

  it('beside one another do not import each other, types too', () => {
    expect(twoWayFolders(scanned(bothWays))).toEqual([
      expect.stringMatching(/^p\/one <-> p\/two: .*(a\.ts imports b\.ts|c\.ts imports d\.ts)\); move what both need/),
    ]);
    expect(twoWayFolders(scanned({ ...bothWays, 'p/two/c.ts': '' }))).toEqual([]);
  });

  it('and those below them may, and so may tests', () => {
    expect(twoWayFolders(scanned({ 'p/a.ts': "import './b/c.ts';", 'p/b/c.ts': "import '../d.ts';", 'p/d.ts': '' }))).toEqual([]);
    expect(twoWayFolders(scanned({ ...bothWays, 'p/two/c.ts': '', 'p/two/c.test.ts': bothWays['p/two/c.ts'] }))).toEqual([]);
  });

  const floors = ['low', 'high'];
  const upward = (more: Record<string, string>): string[] =>
    upwardImports(
      scanned({ 's/low/a.ts': '', 's/high/sub/b.ts': "import type { A } from '../../low/a.ts';", 's/main.ts': "import './high/sub/b.ts';", ...more }),
      's',
      floors,
    );

  it('with floors know those below them and never those above, types too', () => {
    expect(upward({})).toEqual([]);
    expect(upward({ 's/low/c.ts': "import type { B } from '../high/sub/b.ts';" })).toEqual([
      expect.stringMatching(/^s\/low\/c\.ts:1: .*stands above it; move the shared part down/),
    ]);
    expect(upward({ 's/low/c.ts': "import '../main.ts';" })).toHaveLength(1);
    expect(upward({ 's/low/c.ts': "import './a.ts'; import '../../other/x.ts';", 'other/x.ts': '' })).toEqual([]);
    expect(upward({ 's/low/c.test.ts': "import '../high/sub/b.ts';" })).toEqual([]);
  });

  it('with floors stand on one, and no floor is without its folder', () => {
    expect(upward({ 's/new/n.ts': '' })).toEqual([expect.stringMatching(/^s\/new: stands on no floor/)]);
    expect(upwardImports(scanned({ 's/low/a.ts': '' }), 's', floors)).toEqual([expect.stringMatching(/^s\/high: is no more/)]);
  });
});
