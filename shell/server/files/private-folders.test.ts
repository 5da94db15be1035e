import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepPrivate } from './private-folders.ts';

const modeOf = (place: string): string => (statSync(place).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  const openFolder = () => {
    const outside = mkdtempSync(path.join(tmpdir(), 'nephra-private-'));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    const dataDir = path.join(outside, 'data');
    mkdirSync(path.join(dataDir, 'files/202603/ab'), { recursive: true });
    mkdirSync(path.join(dataDir, 'packages'));
    for (const [file, mode] of [
      ['files/202603/ab/a.pdf', 0o644],
      ['secret.key', 0o600],
      ['packages/run.sh', 0o755],
    ] as const) {
      writeFileSync(path.join(dataDir, file), 'x');
      chmodSync(path.join(dataDir, file), mode);
    }
    const neighbour = path.join(outside, 'neighbour');
    writeFileSync(neighbour, 'x');
    chmodSync(neighbour, 0o644);
    symlinkSync(neighbour, path.join(dataDir, 'link'));
    for (const folder of ['', 'files', 'files/202603', 'files/202603/ab', 'packages']) chmodSync(path.join(dataDir, folder), 0o755);
    return { dataDir, neighbour };
  };
  const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

  it('that an earlier version left open is closed with all that is in it, and nothing outside', async () => {
    const { dataDir, neighbour } = openFolder();
    await keepPrivate(dataDir, silent);
    const all = readdirSync(dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const modes = Object.fromEntries(
      all
        .filter((one) => !one.isSymbolicLink())
        .map((one) => [path.relative(dataDir, path.join(one.parentPath, one.name)), modeOf(path.join(one.parentPath, one.name))]),
    );
    expect(modes).toEqual({
      files: '700',
      'files/202603': '700',
      'files/202603/ab': '700',
      'files/202603/ab/a.pdf': '600',
      packages: '700',
      'packages/run.sh': '700',
      'secret.key': '600',
    });
    expect([modeOf(dataDir), modeOf(neighbour)]).toEqual(['700', '644']);
  });

  it('that is closed is not walked through; one that is not there is no fault', async () => {
    const { dataDir } = openFolder();
    chmodSync(dataDir, 0o700);
    chmodSync(path.join(dataDir, 'files'), 0o700);
    await keepPrivate(dataDir, silent);
    expect(modeOf(path.join(dataDir, 'files/202603/ab/a.pdf'))).toBe('644');
    await keepPrivate(path.join(dataDir, 'none'), silent);
  });
});
