import { existsSync } from 'node:fs';
import path from 'node:path';
import { keptUnder } from '../../kept/kept-files.mjs';
import { RARELY_COLLECTED, vitestCommand } from '../../run/runner.mjs';

/** State of the type check, for the next one; `npm test` leaves it, too. */
const TYPES_STATE = '.cache/tsc.tsbuildinfo';
/** Processor seconds of types with the state of an earlier check and without, of each check that reads everything, and of those that read what changed. */
const TYPES_SECONDS = 18;
const FIRST_TYPES_SECONDS = 46;
const READING_SECONDS = 2;
const FEW_READ_SECONDS = 0.5;
const bin = (name) => path.resolve('node_modules/.bin', name);
const DURATION_REPORTER = path.resolve(import.meta.dirname, '../duration-reporter.mjs');

const typesSeconds = () => (existsSync(TYPES_STATE) || keptUnder('types').length > 0 ? TYPES_SECONDS : FIRST_TYPES_SECONDS);

/** The graph, import rules and doors of rows. */
const READERS = 3;
/** Lint, patterns, limits and waiting. */
const READERS_OF_FEW = 4;

/** Processor seconds of what every check does besides tests. */
export const staticSeconds = () => typesSeconds() + READERS * READING_SECONDS + READERS_OF_FEW * FEW_READ_SECONDS;

/** One runner that fills a lane gets the other lane's core, too, for the time when that is free. */
const workersFor = (seconds, budgetSeconds) => String(seconds > budgetSeconds * 0.8 ? 2 : 1);

function vitest(name, title, chosen, budgetSeconds, env) {
  if (chosen.length === 0) return [];
  const seconds = chosen.reduce((total, part) => total + part.seconds, 0);
  const command = vitestCommand(
    chosen.map(({ project }) => project),
    [`--reporter=${DURATION_REPORTER}`, ...chosen.flatMap(({ files }) => files)],
  );
  const hint = 'Run one file: npx vitest run --config tools/config/vitest.config.ts <file>';
  return [
    { name, title, kind: 'vitest', command, seconds, env: { ...RARELY_COLLECTED, NEPHRA_TEST_WORKERS: workersFor(seconds, budgetSeconds), ...env }, hint },
  ];
}

const command = (name, title, seconds, hint, ...words) => ({ name, title, kind: 'command', command: words, seconds, env: {}, hint });
const node = (file) => [process.execPath, file];

/**
 * The steps of a plan, for `runInLanes` and `runStep`.
 * @param {ReturnType<typeof import('./plan.mjs').planChanged>} plan
 * @param {boolean} onPostgres
 */
export function stepsOf(plan, budgetSeconds, onPostgres) {
  const of = (...projects) => plan.vitest.filter(({ project }) => projects.includes(project));
  const engine = onPostgres ? 'PostgreSQL' : 'embedded database';
  // Begins with the record of another clone where this one has none.
  const tsc = [...node('tools/test/kept/kept-types.mjs'), '-p', '.', '--singleThreaded'];
  const biome = [bin('biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...plan.lint];
  const readers = [
    plan.types && command('types', 'types', typesSeconds(), 'Mend the types; `npx tsc -p .` repeats it.', ...tsc),
    plan.imports &&
      command('imports', 'import rules', READING_SECONDS, 'The rules are in tools/test/imports/rules.mjs.', ...node('tools/test/imports/main.mjs')),
    plan.imports &&
      command(
        'patterns',
        'regular expressions that foreign text can make slow',
        FEW_READ_SECONDS,
        'Each line says what to do instead; see tools/test/patterns/main.mjs.',
        ...node('tools/test/patterns/main.mjs'),
        ...plan.read,
      ),
    plan.imports &&
      command(
        'limits',
        'limits that forms type by hand, with the reason of each that may',
        FEW_READ_SECONDS,
        'Each line says what to do instead; see tools/test/limits/main.mjs.',
        ...node('tools/test/limits/main.mjs'),
        ...plan.read,
      ),
    plan.imports &&
      command(
        'row-doors',
        'rows that are read or changed beside the door of their table, with the reason',
        READING_SECONDS,
        'Read through the door, or say why nobody meets too much; see tools/test/row-doors/main.mjs.',
        ...node('tools/test/row-doors/main.mjs'),
      ),
    plan.waiting &&
      command(
        'waiting',
        'tests that wait for a time, a port or an order',
        FEW_READ_SECONDS,
        'Wait for what must happen instead; see tools/test/waiting/main.mjs.',
        ...node('tools/test/waiting/main.mjs'),
        ...plan.read,
      ),
    plan.lint.length > 0 && command('lint', 'format and lint', 1, 'Run `npx biome check --write <file>`, then mend what is left.', ...biome),
  ];
  return [
    ...vitest('integration', `integration tests, ${engine}`, of('integration'), budgetSeconds, onPostgres ? { NEPHRA_TEST_DATABASE: 'postgres' } : {}),
    ...vitest('unit', 'unit tests and screens', of('unit', 'screens'), budgetSeconds, {}),
    ...readers.filter((step) => step !== false),
  ];
}
