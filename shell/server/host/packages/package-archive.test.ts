import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tarGz } from '../../../../tests/support/processes/fixture-plugin.ts';
import { copyFolder, unpack } from './package-archive.ts';

describe('unpacking a plugin', () => {
  const LIMITS = { files: 20, fileBytes: 65_536, totalBytes: 262_144 };
  const MB = 1_048_576;
  let folder: string;
  let target: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-archive-'));
  });
  beforeEach(() => {
    target = mkdtempSync(path.join(folder, 'target-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const archive = (entries: Parameters<typeof tarGz>[0]): string => {
    const file = path.join(folder, 'plugin.tgz');
    writeFileSync(file, tarGz(entries));
    return file;
  };
  const many = (count: number, bytes = 0) => Array.from({ length: count }, (_, index) => ({ name: `f${index}.js`, content: Buffer.alloc(bytes) }));

  it.each([
    ['as many files as there may be', many(20)],
    ['files as large as they may be', many(3, 65_536)],
  ])('takes %s', async (_what, entries) => {
    await unpack(archive(entries), target, LIMITS);
    expect(readdirSync(target)).toHaveLength(entries.length);
  });

  it.each([
    ['one file too many', many(21), 'more than 20 files'],
    ['a file that is a byte too large', many(1, 65_537), 'larger than 0.0625 MB'],
    ['more in all, however well it was packed', many(5, 65_536), 'unpacks to more than 0.25 MB'],
  ])('refuses %s', async (_what, entries, told) => {
    await expect(unpack(archive(entries), target, LIMITS)).rejects.toThrow(told);
  });

  it.each([
    ['one file too many', 41, (at: number, from: string) => writeFileSync(path.join(from, `f${at}.js`), ''), 'more than 20 files'],
    ['folders that would have no end', 41, (at: number, from: string) => mkdirSync(path.join(from, `d${at}`)), 'more than 20 files'],
    [
      'a file that is a byte too large',
      1,
      (_at: number, from: string) => writeFileSync(path.join(from, 'big.js'), Buffer.alloc(65_537)),
      'larger than 0.0625 MB',
    ],
    ['more in all', 5, (at: number, from: string) => writeFileSync(path.join(from, `f${at}.js`), Buffer.alloc(65_536)), 'more than 0.25 MB'],
    ['a link', 1, (_at: number, from: string) => symlinkSync('/etc/passwd', path.join(from, 'link')), '"link" is neither a file nor a folder'],
  ] as const)('of a folder, too, refuses %s', async (_what, count, put, told) => {
    const from = mkdtempSync(path.join(folder, 'from-'));
    for (let at = 0; at < count; at += 1) put(at, from);
    await expect(copyFolder(from, target, LIMITS)).rejects.toThrow(told);
  });

  it('has limits of its own, and looks at the announced size before it takes a file', async () => {
    await expect(unpack(archive([{ name: 'big.js', size: 33 * MB }]), target)).rejects.toThrow('larger than 32 MB');
    expect(existsSync(path.join(target, 'big.js'))).toBe(false);
  });
});
