import { existsSync, readdirSync } from 'node:fs';
import { obtainChromium } from './chromium.mjs';

const vitest = (projects, env = {}) => ({
  kind: 'vitest',
  command: ['npx', 'vitest', 'run', '--config', 'tools/config/vitest.config.ts', ...projects.split(',').flatMap((project) => ['--project', project])],
  env,
});
const command = (...words) => ({ kind: 'command', command: words, env: {} });

const POSTGRES_PLACES = '/usr/lib/postgresql';
const onPath = (program) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));

/** PostgreSQL server programs are needed for the second engine; a client alone does not do. */
function postgresMissing() {
  if (onPath('initdb') && onPath('pg_ctl')) return '';
  if (existsSync(POSTGRES_PLACES) && readdirSync(POSTGRES_PLACES).some((version) => existsSync(`${POSTGRES_PLACES}/${version}/bin/initdb`))) return '';
  return 'no PostgreSQL server programs (initdb, pg_ctl) on this machine; install PostgreSQL 15 or newer to run the suite on the second engine too';
}

const chromiumEnv = () => {
  const { path, problem } = obtainChromium();
  return problem ? { problem } : { env: { CHROMIUM: path } };
};

/**
 * The checks of `npm test`, in the order in which they begin. Two run side by side, so those that wait a lot come early and short ones late.
 * `needs` names steps that must be over before, `shares` what two steps cannot use at once. `hint` is printed when the step fails;
 * `skip` answers a reason when it cannot run here. `prepare` may answer more environment, or a problem that fails the step.
 */
export const steps = [
  { name: 'build', title: 'build', ...command('node', 'tools/build/build.mjs'), hint: 'The first message above names the file; `npm run build` repeats it.' },
  {
    name: 'static',
    title: 'format and lint',
    ...command('npx', 'biome', 'check', '--error-on-warnings', '.'),
    hint: 'Run `npm run format`, then mend what is left.',
  },
  {
    name: 'static',
    title: 'import rules',
    ...command('node', 'tools/test/imports/main.mjs'),
    hint: 'Each line says what to do instead; the rules are in tools/test/imports/rules.mjs.',
  },
  {
    name: 'static',
    title: 'types',
    ...command('npx', 'tsc', '-p', '.'),
    hint: 'Mend the types; a wrong registration or a route without need, audit and retry ends here.',
  },
  {
    name: 'unit',
    title: 'unit tests',
    ...vitest('unit,screens'),
    hint: 'Run one file: npx vitest run --config tools/config/vitest.config.ts <file>',
  },
  {
    name: 'budgets',
    title: 'bundle budgets',
    ...command('node', 'tools/build/check-budgets.mjs'),
    needs: ['build'],
    hint: 'A bundle grew over its budget (tools/config/budgets.json): load the new part on first use, or drop it.',
  },
  {
    name: 'faults',
    title: 'fault tests',
    ...vitest('faults'),
    needs: ['build'],
    hint: 'A confirmed save was lost or a start did not recover: nothing else matters until this is mended.',
  },
  {
    name: 'integration',
    title: 'integration tests, embedded database',
    ...vitest('integration'),
    hint: 'Real database in memory; run one file with the command of the unit tests.',
  },
  {
    name: 'postgres',
    title: 'integration tests, PostgreSQL',
    ...vitest('integration', { NEPHRA_TEST_DATABASE: 'postgres' }),
    skip: postgresMissing,
    hint: 'Repeat with NEPHRA_TEST_DATABASE=postgres; a difference between the engines is a bug in our SQL.',
  },
  {
    name: 'journeys',
    title: 'journeys in a real browser',
    kind: 'playwright',
    command: ['npx', 'playwright', 'test', '--config', 'tools/config/playwright.config.ts'],
    env: {},
    needs: ['build'],
    shares: 'browser',
    prepare: chromiumEnv,
    hint: 'Pictures and traces of the failure are in test-results/.',
  },
  {
    name: 'vendor',
    title: 'vendor tests',
    ...vitest('vendor'),
    needs: ['build'],
    hint: 'A plugin made outside this repository no longer works.',
  },
  {
    name: 'journeys-postgres',
    title: 'the main job in a real browser, PostgreSQL',
    kind: 'playwright',
    command: ['npx', 'playwright', 'test', '--config', 'tools/config/playwright.config.ts', 'main-job'],
    env: { NEPHRA_TEST_DATABASE: 'postgres' },
    needs: ['build'],
    shares: 'browser',
    skip: postgresMissing,
    prepare: chromiumEnv,
    hint: 'The same journey passed on the embedded database: look for SQL that differs between the engines.',
  },
];
