import path from 'node:path';
import { knownHere } from '../../../tests/support/short-lived.mjs';

/** Tests make much that is soon forgotten: in more room for what is new, collecting it takes a quarter less time. Of a process and its threads only. */
export const ROOM_FOR_NEW = '--max-semi-space-size=64';

/**
 * A run of tests goes through much code a few times each. Code is optimized when it has run five times as much as V8 would wait for, which takes a
 * tenth from the processor seconds of integration tests and a quarter from those of the unit tests; and what is forgotten is looked for by the
 * thread that made it: others would take the cores from the files beside.
 */
const LITTLE_OPTIMIZED = knownHere(['--interrupt-budget=600000', '--single-threaded-gc']);

/** For what is written in Go, esbuild and the type checker: they look for what is forgotten when the heap is five times, not twice, what was kept. */
export const RARELY_COLLECTED = { GOGC: '400' };

const CONFIG = ['--config', 'tools/config/vitest.config.ts'];

/**
 * Command that runs test files of some projects.
 * @param {readonly string[]} projects as `tools/config/vitest.config.ts` names them
 * @param {readonly string[]} words more options, and words of the paths of files
 */
export const vitestCommand = (projects, words = []) => [
  process.execPath,
  ROOM_FOR_NEW,
  ...LITTLE_OPTIMIZED,
  path.resolve('node_modules/vitest/vitest.mjs'),
  'run',
  ...CONFIG,
  ...projects.flatMap((project) => ['--project', project]),
  ...words,
];

/**
 * Command that makes journeys; their workers get the same options.
 * @param {readonly string[]} words more options, and words of the paths of files
 */
export const journeysCommand = (words = []) => [
  process.execPath,
  ROOM_FOR_NEW,
  ...LITTLE_OPTIMIZED,
  path.resolve('node_modules/@playwright/test/cli.js'),
  'test',
  '--config',
  'tools/config/playwright.config.ts',
  ...words,
];
