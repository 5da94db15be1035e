import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { postgresMissing } from './machine.mjs';
import { journeysCommand, RARELY_COLLECTED, ROOM_FOR_NEW, vitestCommand } from './run/runner.mjs';
import { embeddedSubset, faultTests, shareOfFaults, shareOfSubset, shareOfVendors, vendorTests } from './run/turns.mjs';

export { postgresMissing };

const bin = (name) => path.resolve('node_modules/.bin', name);
const vitest = (projects, env = {}, files = []) => ({
  kind: 'vitest',
  command: vitestCommand(projects.split(','), files),
  env: { ...RARELY_COLLECTED, ...env },
});
const command = (...words) => ({ kind: 'command', command: words, env: {} });
const journeys = (env, ...files) => ({
  kind: 'playwright',
  command: journeysCommand(files),
  env,
  shares: 'browser',
  // One server, filled for one day, is behind all of them.
  sameDay: true,
  // The longest row of work after the build: at one file at a time it would still run when every other lane is empty.
  workers: 2,
  prepare: () => ({ env: { CHROMIUM: findChromium() } }),
});

const ONE_FILE = 'Run one file: npx vitest run --config tools/config/vitest.config.ts <file>';
const POSTGRES = { NEPHRA_TEST_DATABASE: 'postgres' };

/**
 * The checks of `npm test` and, with `long`, of `npm run test:long`. How long each takes, what it may take and what memory it needs stands under
 * its name in tools/config/test-budgets.json. `needs` names steps that must be over before, `shares` what two steps cannot use at once,
 * `workers` how many of its files run at a time beside other steps when that is not its share of the cores; `patient`: may run beside one that
 * runs `alone`, with what that one leaves of the cores; `sameDay`: is not to run across the hospital's midnight.
 * `takesKept`: it begins with what an earlier run left; `share` says what of its long form it does; `hint` is printed when the step fails; `skip` answers a reason when it cannot run here;
 * `prepare` may answer more environment.
 */
export function stepsFor({ long = false, withPostgres = postgresMissing() === '', seed = 0 } = {}) {
  const noPostgres = () => (withPostgres ? '' : postgresMissing());
  return [
    {
      name: 'build',
      title: 'build',
      // The long run takes nothing from an earlier one.
      takesKept: !long,
      ...(long ? command('node', ROOM_FOR_NEW, 'tools/build/build.mjs', '--force') : command('node', ROOM_FOR_NEW, 'tools/test/kept/kept-build.mjs')),
      patient: true,
      hint: 'The first message above names the file; `npm run build` repeats it.',
    },
    {
      name: 'browser',
      title: 'a browser for the journeys',
      ...command('node', 'tools/test/bring-chromium.mjs'),
      patient: true,
      hint: 'The message above says how to get one.',
    },
    {
      name: 'lint',
      title: 'format and lint',
      ...command(bin('biome'), 'check', '--error-on-warnings', '.'),
      patient: true,
      hint: 'Run `npm run format`, then mend what is left.',
    },
    {
      name: 'imports',
      title: 'import rules, folders, and keys of acts that are made by hand',
      ...command('node', 'tools/test/imports/main.mjs'),
      patient: true,
      hint: 'Each line says what to do instead; the rules are in tools/test/imports/rules.mjs.',
    },
    {
      name: 'waiting',
      title: 'tests that wait for a time, a port or an order',
      ...command('node', 'tools/test/waiting/main.mjs'),
      patient: true,
      hint: 'Wait for what must happen instead; see tools/test/waiting/main.mjs.',
    },
    {
      name: 'patterns',
      title: 'regular expressions that foreign text can make slow',
      ...command('node', 'tools/test/patterns/main.mjs'),
      patient: true,
      hint: 'Each line says what to do instead; see tools/test/patterns/main.mjs.',
    },
    {
      name: 'limits',
      title: 'limits that forms type by hand, with the reason of each that may',
      ...command('node', 'tools/test/limits/main.mjs'),
      patient: true,
      hint: 'Each line says what to do instead: the number stands once, in the contract; see tools/test/limits/main.mjs.',
    },
    {
      name: 'row-doors',
      title: 'rows that are read or changed beside the door of their table, with the reason',
      ...command('node', 'tools/test/row-doors/main.mjs'),
      patient: true,
      hint: 'Read through the door (`table.select(ctx)`), or say why nobody meets too much: in the call, or as `// rows: reason`; see tools/test/row-doors/main.mjs.',
    },
    {
      name: 'types',
      title: 'types',
      // Several checkers look at the same declarations each for itself: on two cores they take twice the processor time and end no sooner.
      ...(long ? command(bin('tsc'), '-p', '.', '--singleThreaded') : command('node', 'tools/test/kept/kept-types.mjs', '-p', '.', '--singleThreaded')),
      env: RARELY_COLLECTED,
      takesKept: !long,
      patient: true,
      hint: 'Mend the types; a wrong registration or a route without need, audit and retry ends here.',
    },
    // Waits for nobody and has no limit near: beside the one that runs alone it takes half a core that nobody else would.
    { name: 'unit', title: 'unit tests', ...vitest('unit'), patient: true, hint: ONE_FILE },
    {
      name: 'screens',
      title: 'screens',
      ...vitest('screens'),
      // It comes last, when the other lanes empty one after the other: a single thread would leave a core idle until its end.
      workers: 2,
      hint: ONE_FILE,
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
      ...vitest('faults', {}, long ? [] : faultTests(seed)),
      ...(!long && { share: shareOfFaults() }),
      needs: ['build'],
      hint: 'A confirmed save was lost or a start did not recover: nothing else matters until this is mended.',
    },
    {
      name: 'integration',
      title: 'integration tests, PostgreSQL',
      ...vitest('integration', POSTGRES),
      // Each query goes to and fro between two processes: beside other steps it waits for a core twice, and takes a quarter more of them.
      alone: true,
      skip: noPostgres,
      hint: 'Run one file with NEPHRA_TEST_DATABASE=postgres and the command of the unit tests; a difference between the engines is a bug in our SQL.',
    },
    long || !withPostgres
      ? {
          name: 'embedded-all',
          title: 'integration tests, embedded database, all',
          ...vitest('integration'),
          hint: 'Real database in memory; run one file with the command of the unit tests.',
        }
      : {
          name: 'embedded',
          title: 'integration tests, embedded database, subset',
          ...vitest('integration', {}, embeddedSubset(seed)),
          share: shareOfSubset(),
          hint: 'Real database in memory; run one file with the command of the unit tests.',
        },
    {
      name: 'journeys',
      title: 'journeys in a real browser',
      ...journeys(long ? {} : { NEPHRA_JOURNEY_SHARE: '1' }),
      needs: ['build', 'browser'],
      hint: 'Pictures and traces of the failure are in test-results/.',
    },
    {
      name: 'vendor',
      title: 'vendor tests',
      ...vitest('vendor', {}, long ? [] : vendorTests(seed)),
      ...(!long && { share: shareOfVendors() }),
      needs: ['build'],
      // Half of their time is waiting for a server that looks at registry.json, or for a browser.
      workers: 2,
      hint: 'A plugin made outside this repository no longer works.',
    },
    {
      name: 'journeys-postgres',
      title: 'the main job in a real browser, PostgreSQL',
      ...journeys(POSTGRES, 'main-job'),
      needs: ['build', 'browser'],
      skip: noPostgres,
      hint: 'The same journey passed on the embedded database: look for SQL that differs between the engines.',
    },
    ...(long ? longSteps() : []),
  ];
}

const LANGUAGES = ['zh', 'zhtw', 'en'];
const WIDTHS = ['1440', '1024', '390'];

/** What only the long run does. */
function longSteps() {
  const combinations = LANGUAGES.flatMap((language) => WIDTHS.map((width) => ({ language, width }))).filter(
    ({ language, width }) => language !== 'zh' || width !== '1440',
  );
  return [
    ...combinations.map(({ language, width }) => ({
      name: `journeys-${language}-${width}`,
      title: `journeys, ${language}, ${width} wide`,
      ...journeys({ NEPHRA_JOURNEY_LANGUAGE: language, NEPHRA_JOURNEY_WIDTH: width }),
      needs: ['build', 'browser'],
      hint: `Again, one file: NEPHRA_JOURNEY_LANGUAGE=${language} NEPHRA_JOURNEY_WIDTH=${width} npx playwright test --config tools/config/playwright.config.ts <file>`,
    })),
    {
      name: 'guards',
      title: 'every guard turned off once',
      ...command('node', 'tools/test/guards/turn-guards.mjs'),
      needs: ['integration', 'embedded-all'],
      hint: 'A guard that no test misses: write the test that does.',
    },
  ];
}

/** Those of `npm test`. */
export const steps = stepsFor();
