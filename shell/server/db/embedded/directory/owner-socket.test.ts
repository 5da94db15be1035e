import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DirectoryInUseError } from './directory-in-use.ts';
import { claimSocket, closeServer } from './owner-socket.ts';

const inFolder = (work: (name: string, folder: string) => Promise<void>) => async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nephra-socket-'));
  await work(join(folder, 'owner.sock'), folder).finally(() => rmSync(folder, { recursive: true, force: true }));
};

const leaveDeadFile = (name: string): void => {
  const script = "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  spawnSync(process.execPath, ['-e', script, name]);
  expect(existsSync(name)).toBe(true);
};

/** As on systems without abstract names, where a killed owner leaves its file behind. Two of them wait two seconds, which they do together. */
describe.skipIf(process.platform === 'win32').concurrent('ownership by a socket file', () => {
  test(
    'the file of a killed owner is replaced',
    inFolder(async (name, folder) => {
      leaveDeadFile(name);
      const server = await claimSocket(name, folder);
      await expect(claimSocket(name, folder)).rejects.toMatchObject({ ownerPid: process.pid });
      await closeServer(server);
    }),
  );

  test(
    'of many that find a dead file exactly one wins',
    inFolder(async (name, folder) => {
      leaveDeadFile(name);
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => claimSocket(name, folder)));
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DirectoryInUseError);
      for (const server of winners) await closeServer(server);
    }),
  );

  test(
    'nothing is taken while another starter is busy replacing it',
    inFolder(async (name, folder) => {
      leaveDeadFile(name);
      writeFileSync(`${name}.taking`, '');
      await expect(claimSocket(name, folder)).rejects.toThrow(/in use by process unknown/);
      rmSync(`${name}.taking`);
      await closeServer(await claimSocket(name, folder));
    }),
  );

  test(
    'an owner that answers nonsense is an owner',
    inFolder(async (name, folder) => {
      const foreign = createServer((socket) => socket.end('hello\n'));
      await new Promise<void>((resolve) => foreign.listen(name, resolve));
      await expect(claimSocket(name, folder)).rejects.toThrow(/in use by process unknown/);
      await closeServer(foreign);
    }),
  );
});
