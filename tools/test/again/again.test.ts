import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesFor } from './choose-files.mjs';
import { buildStep, stepFor } from './steps-again.mjs';
import { Tally } from './tally.mjs';

const ALL = [
  { file: 'plugins/bed/bed.test.ts', project: 'unit' },
  { file: 'plugins/bed/bed.int.test.ts', project: 'integration' },
  { file: 'plugins/bill/bill.test.ts', project: 'unit' },
  { file: 'tests/journeys/bed.journey.ts', project: 'journeys' },
];

test('a pattern means the files that have it in their path, each with its runner', () => {
  expect([...filesFor('bed', ALL)]).toEqual([
    ['unit', ['plugins/bed/bed.test.ts']],
    ['integration', ['plugins/bed/bed.int.test.ts']],
    ['journeys', ['tests/journeys/bed.journey.ts']],
  ]);
});

test('or, where no path has it, those in whose text it stands, so that the title of what failed will do', () => {
  const textOf = (file: string) => (file.includes('bill') ? "test('[7.8-01] a bill', …)" : 'bill');
  expect([...filesFor('[7.8-01] a bill', ALL, textOf)]).toEqual([['unit', ['plugins/bill/bill.test.ts']]]);
  expect(filesFor('nowhere', ALL, textOf).size).toBe(0);
});

test('each round has an order of its own, by its seed; what is built is built first, for those that need it', () => {
  expect(stepFor('unit', ['a.test.ts', 'b.test.ts'], 7).command.join(' ')).toMatch(
    /--project unit --sequence\.shuffle\.files --sequence\.seed=7 a\.test\.ts b\.test\.ts$/,
  );
  // Their runner knows one order: the seed chooses how late each answer comes.
  expect(stepFor('journeys', ['a.journey.ts'], 7)).toMatchObject({ kind: 'playwright', env: { NEPHRA_JOURNEY_SLOW: '7' } });
  expect([buildStep(['unit', 'integration']), buildStep(['unit', 'vendor'])?.kind]).toEqual([undefined, 'command']);
});

test('a second pattern is refused with what to do, not left out in silence', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/test/again/again.mjs', '2', 'one', 'another'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('put it in quotes when it has blanks. Left over: another');
});

test('the end tells which test failed how often, and the first reason', () => {
  const tally = new Tally();
  const failure = (title: string, why: string) => ({ where: 'a.test.ts', title, why });
  tally.add([failure('once', 'late')]);
  tally.add([failure('twice', 'first'), failure('twice in another file', 'x')].map((one, at) => (at === 1 ? { ...one, where: 'b.test.ts' } : one)));
  tally.add([failure('twice', 'second')]);
  expect([tally.red, tally.lines().map((line) => line.trim())]).toEqual([
    true,
    ['2 of 3  a.test.ts › twice', 'first', '1 of 3  a.test.ts › once', 'late', '1 of 3  b.test.ts › twice in another file', 'x'],
  ]);
});

test('nothing failed: it says so', () => {
  const tally = new Tally();
  tally.add([]);
  expect([tally.red, tally.lines()]).toEqual([false, ['1 rounds, nothing failed']]);
});

/** The loops write into the same pipe, so `close` comes when all of them are gone. */
test.each(['SIGKILL', 'told to stop'])('busy loops end with whoever started them: %s', async (how) => {
  const script = `
    const { keepCoresBusy } = await import(${JSON.stringify(path.resolve('tools/test/again/busy-cores.mjs'))});
    const { pids, stop } = keepCoresBusy(2);
    console.log(pids.join());
    setInterval(() => {}, 60_000);
    process.stdin.once('data', stop);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'pipe'] });
  const [printed] = (await once(starter.stdout, 'data')) as [Buffer];
  const pids = String(printed).trim().split(',').map(Number);
  for (const pid of pids) expect(process.kill(pid, 0)).toBe(true);
  if (how === 'SIGKILL') starter.kill('SIGKILL');
  else {
    starter.stdin.write('stop');
    starter.stdin.end();
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
    starter.kill('SIGKILL');
  }
  await once(starter, 'close');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
