import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const TEST = 'tools/test/test.mjs';
const AGAIN = 'tools/test/again/again.mjs';
const BENCH = 'tools/bench/bench.mjs';

const run = (...words: string[]) => spawnSync(process.execPath, words, { encoding: 'utf8' });

it.each([
  [TEST, 'npm test -- and some of:', '--write-budgets'],
  [AGAIN, 'npm run test:again -- <times> <pattern>', '--no-load'],
  [BENCH, 'npm run bench -- and some of:', '--short'],
])('%s: asked for help it says how it is called, and does nothing', (program, head, option) => {
  const { status, stdout, stderr } = run(program, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(head);
  expect(stdout).toContain(option);
});

it.each([
  [TEST, ['--olny', 'unit'], "Unknown option '--olny'."],
  [TEST, ['--only', 'unit,screns'], 'There is no step "screns"'],
  [TEST, ['--changed', '--olny', 'unit'], "Unknown option '--olny'."],
  [AGAIN, ['2', 'chat', '--sed', '7'], "Unknown option '--sed'."],
  [AGAIN, ['chat'], 'How often, and which tests?'],
  [BENCH, ['--lsit'], "Unknown option '--lsit'."],
])('%s %j is refused with a sentence and the usage, not with a stack', (program, words, sentence) => {
  const { status, stdout, stderr } = run(program, ...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(/\nnpm (?:test|run)/);
  expect(stderr).not.toMatch(/^\s+at /m);
});
