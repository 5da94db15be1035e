import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryInUseError } from './directory-in-use.ts';
import { claimSocket, closeServer } from './owner-socket.ts';

/** As on systems without abstract names, where a killed owner leaves its file behind. */
describe.skipIf(process.platform === 'win32')('ownership by a socket file', () => {
  let folder: string;
  let name: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nephra-socket-'));
    name = join(folder, 'owner.sock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const leaveDeadFile = (): void => {
    const script = "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
    spawnSync(process.execPath, ['-e', script, name]);
    expect(existsSync(name)).toBe(true);
  };

  test('the file of a killed owner is replaced', async () => {
    leaveDeadFile();
    const server = await claimSocket(name, folder);
    await expect(claimSocket(name, folder)).rejects.toMatchObject({ ownerPid: process.pid });
    await closeServer(server);
  });

  test('of many that find a dead file exactly one wins', async () => {
    leaveDeadFile();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => claimSocket(name, folder)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DirectoryInUseError);
    for (const server of winners) await closeServer(server);
  });

  test('nothing is taken while another starter is busy replacing it', async () => {
    leaveDeadFile();
    writeFileSync(`${name}.taking`, '');
    await expect(claimSocket(name, folder)).rejects.toThrow(/in use by process unknown/);
    rmSync(`${name}.taking`);
    await closeServer(await claimSocket(name, folder));
  });

  test('an owner that answers nonsense is an owner', async () => {
    const foreign = createServer((socket) => socket.end('hello\n'));
    await new Promise<void>((resolve) => foreign.listen(name, resolve));
    await expect(claimSocket(name, folder)).rejects.toThrow(/in use by process unknown/);
    await closeServer(foreign);
  });
});
