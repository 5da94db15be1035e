import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryGuard, socketName } from './directory-guard.ts';
import { DirectoryInUseError } from './directory-in-use.ts';

const unexpected = (reason: string): void => {
  throw new Error(reason);
};

describe('one process per data directory', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nephra-guard-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('the second is refused with the pid of the first, and may start when that one has gone', async () => {
    const first = await DirectoryGuard.take(dataDir, unexpected);
    const refusal = await DirectoryGuard.take(dataDir, unexpected).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DirectoryInUseError);
    expect(refusal).toMatchObject({ ownerPid: process.pid });
    expect(String(refusal)).toContain(`in use by process ${process.pid}`);
    await first.release();
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
    await (await DirectoryGuard.take(dataDir, unexpected)).release();
  });

  test('of twelve at once exactly one wins', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => DirectoryGuard.take(dataDir, unexpected)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    await winners[0]?.release();
  });

  test('another path to the same directory is the same directory', async () => {
    const guard = await DirectoryGuard.take(dataDir, unexpected);
    const alias = join(folder, 'alias');
    symlinkSync(dataDir, alias);
    expect(socketName(alias)).toBe(socketName(dataDir));
    await expect(DirectoryGuard.take(alias, unexpected)).rejects.toThrow(DirectoryInUseError);
    await guard.release();
  });

  const beat = (place: string, count: number): string => JSON.stringify({ token: 'other', pid: 4711, host: 'ward-pc', place, count });

  test('an owner in another container that still beats is left alone', async () => {
    await (await DirectoryGuard.take(dataDir, unexpected)).release();
    const file = join(dataDir, 'owner.json');
    let count = 1;
    writeFileSync(file, beat('elsewhere', count));
    const beating = setInterval(() => {
      count += 1;
      writeFileSync(file, beat('elsewhere', count));
    }, 5);
    const refusal = await DirectoryGuard.take(dataDir, unexpected, { intervalMs: 20 }).catch((error: unknown) => error);
    clearInterval(beating);
    expect(refusal).toBeInstanceOf(DirectoryInUseError);
    expect(String(refusal)).toMatch(/process 4711 on host ward-pc/);
  });

  test('the beat of an owner that died is taken over, at once when it died here', async () => {
    for (const options of [{ intervalMs: 5 }, { intervalMs: 60_000, place: 'elsewhere' }]) {
      await (await DirectoryGuard.take(dataDir, unexpected)).release();
      writeFileSync(join(dataDir, 'owner.json'), beat('elsewhere', 7));
      const guard = await DirectoryGuard.take(dataDir, unexpected, options);
      expect(JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid });
      await guard.release();
    }
  });

  test('a beat that its writer did not live to finish is cleared away', async () => {
    await (await DirectoryGuard.take(dataDir, unexpected)).release();
    writeFileSync(join(dataDir, 'owner.json.4b9c'), '{"tok');
    const guard = await DirectoryGuard.take(dataDir, unexpected);
    expect(readdirSync(dataDir)).toEqual(['owner.json']);
    await guard.release();
  });

  test('an owner that was taken over learns it and does not touch the new beat', async () => {
    const lost = new Promise<string>((resolve) => {
      void DirectoryGuard.take(dataDir, resolve, { intervalMs: 5 }).then(() => writeFileSync(join(dataDir, 'owner.json'), beat('elsewhere', 1)));
    });
    expect(await lost).toMatch(/taken over by process 4711 on host ward-pc/);
    expect(readFileSync(join(dataDir, 'owner.json'), 'utf8')).toContain('4711');
  });
});
