import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runMetered } from './run-metered.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-metered-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// To ask is dear and is time of the system's: it calculates in between.
const BUSY = 'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end) for (let at = 0; at < 1e6; at += 1) Math.sqrt(at);';

it('tells the exit code, what was printed, and what the command and its own children took', async () => {
  const output = path.join(folder, 'out.log');
  const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}]); console.log('done'); process.exit(3)`;
  const { status, processorSeconds } = await runMetered([process.execPath, '-e', nested], process.env, output);
  expect(status).toBe(3);
  expect(readFileSync(output, 'utf8')).toBe('done\n');
  expect(processorSeconds).toBeGreaterThan(0.3);
});

it('words with blanks and quotes arrive as they are', async () => {
  const output = path.join(folder, 'out.log');
  await runMetered([process.execPath, '-e', 'console.log(process.argv[1])', `it's "one" word; $HOME`], process.env, output);
  expect(readFileSync(output, 'utf8')).toBe(`it's "one" word; $HOME\n`);
});

it('a command that does not exist fails', async () => {
  expect((await runMetered(['/no/such/program'], process.env, path.join(folder, 'out.log'))).status).not.toBe(0);
});

it.skipIf(process.platform === 'win32')('patiently: others get the cores first, in everything that the command starts', async () => {
  const output = path.join(folder, 'out.log');
  const nested = `require('node:child_process').spawnSync(process.execPath, ['-p', 'os.getPriority()'], { stdio: 'inherit' })`;
  const own = getPriority();
  await runMetered([process.execPath, '-e', nested], process.env, output, { patiently: true });
  expect(Number(readFileSync(output, 'utf8'))).toBe(Math.min(own + 10, 19));
});
