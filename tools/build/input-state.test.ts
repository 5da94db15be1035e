import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withBuildLock } from './build-lock.mjs';
import { isFresh, remember } from './input-state.mjs';

let root: string;
const file = (name: string, content: string) => writeFileSync(path.join(root, name), content);
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'nephra-state-'));
  file('in.ts', 'one');
  file('out.js', '');
  remember(root, 'unit', 'key', [path.join(root, 'in.ts')], ['out.js']);
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a part of the build', () => {
  it('is fresh while its files are the same, whatever their time says', () => {
    expect(isFresh(root, 'unit', 'key')).toBe(true);
    utimesSync(path.join(root, 'in.ts'), 1, 1);
    expect(isFresh(root, 'unit', 'key')).toBe(true);
  });

  it('is stale with another content of the same length, another tool, a file or an output gone', () => {
    expect(isFresh(root, 'other', 'key')).toBe(false);
    expect(isFresh(root, 'unit', 'other key')).toBe(false);
    file('in.ts', 'two');
    utimesSync(path.join(root, 'in.ts'), 1, 1);
    expect(isFresh(root, 'unit', 'key')).toBe(false);
    file('in.ts', 'one');
    expect(isFresh(root, 'unit', 'key')).toBe(true);
    rmSync(path.join(root, 'out.js'));
    expect(isFresh(root, 'unit', 'key')).toBe(false);
    file('out.js', '');
    rmSync(path.join(root, 'in.ts'));
    expect(isFresh(root, 'unit', 'key')).toBe(false);
  });
});

describe('a folder that a part was made from', () => {
  it('makes the part stale with a file more, less, or under another name, whatever stands in them', () => {
    mkdirSync(path.join(root, 'migrations'));
    file('migrations/0001-a.sql', 'one');
    const again = () => remember(root, 'unit', 'key', [path.join(root, 'migrations')], ['out.js']);
    again();
    file('migrations/0001-a.sql', 'two');
    utimesSync(path.join(root, 'migrations'), 1, 1);
    expect(isFresh(root, 'unit', 'key')).toBe(true);
    file('migrations/0002-b.sql', '');
    expect(isFresh(root, 'unit', 'key')).toBe(false);
    again();
    renameSync(path.join(root, 'migrations/0002-b.sql'), path.join(root, 'migrations/0002-c.sql'));
    utimesSync(path.join(root, 'migrations'), 2, 2);
    expect(isFresh(root, 'unit', 'key')).toBe(false);
    again();
    rmSync(path.join(root, 'migrations/0002-c.sql'));
    expect(isFresh(root, 'unit', 'key')).toBe(false);
  });
});

describe('a file that was saved while its part was built', () => {
  it('makes the part stale until it is built again: which content went in is not known', () => {
    const inputs = [path.join(root, 'in.ts')];
    utimesSync(path.join(root, 'in.ts'), 2000, 2000);
    remember(root, 'unit', 'key', inputs, ['out.js'], 1_999_000);
    expect(isFresh(root, 'unit', 'key')).toBe(false);
    remember(root, 'unit', 'key', inputs, ['out.js'], 2_001_000);
    expect(isFresh(root, 'unit', 'key')).toBe(true);
  });
});

describe('the build lock', () => {
  it('lets one build run at a time', async () => {
    const order: string[] = [];
    const build = (name: string) =>
      withBuildLock(
        root,
        () => {},
        async () => {
          order.push(`${name} starts`);
          await Promise.resolve();
          order.push(`${name} ends`);
        },
      );
    await Promise.all([build('a'), build('b')]);
    expect(order).toHaveLength(4);
    expect(order[1]?.[0]).toBe(order[0]?.[0]);
    expect(order[3]?.[0]).toBe(order[2]?.[0]);
  });

  it('does not count when its owner is gone, and is given back after a failure', async () => {
    file('.build/lock', '999999999');
    await expect(
      withBuildLock(
        root,
        () => {},
        () => Promise.reject(new Error('broken')),
      ),
    ).rejects.toThrow('broken');
    expect(
      await withBuildLock(
        root,
        () => {},
        async () => 'again',
      ),
    ).toBe('again');
  });
});
