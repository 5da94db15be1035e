import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { shareModules } from '../test/kept/modules-of-clones.mjs';
import { LongestFirst } from '../test/changed/longest-first.mjs';
import { isServerFile, withSwitches } from '../test/guards/find-guards.mjs';
import { componentsForTests } from '../../plugin-sdk/cli/build/components-for-tests.ts';
import { UI_DOOR } from '../../plugin-sdk/cli/build/doors/shared-names.ts';
import { sqlForTests } from '../../plugin-sdk/cli/build/migrations-folder.ts';
import { longRun } from '../../tests/support/cases/effort.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const turningGuards = Boolean(process.env.NEPHRA_GUARDS);

/** Puts a switch into every guard of the server, for `npm run test:guards`. */
const switchedGuards = {
  name: 'switched-guards',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = path.relative(root, id.split('?')[0] ?? '');
    const switched = turningGuards && isServerFile(file) ? withSwitches(file, code) : null;
    return switched === null ? null : { code: switched, map: null };
  },
};

const components = componentsForTests(root);

/** Modules of an earlier run name the bundled components without asking for them: after a new `npm install` the bundle is not there. */
const componentsOfKeptModules = {
  name: 'components-of-kept-modules',
  async configResolved() {
    if (process.env.NEPHRA_TEST_MODULES) await components.resolveId(UI_DOOR);
  },
};

let isSharing = false;
/** What the runner keeps of translated modules, other clones take as well. */
const modulesOfClones = {
  name: 'modules-of-clones',
  configureVitest({ vitest }: { readonly vitest: object }) {
    const folder = process.env.NEPHRA_TEST_SHARED_MODULES;
    if (!folder || turningGuards || isSharing) return;
    isSharing = true;
    shareModules(Reflect.get(vitest, '_fsCache'), { root, folder });
  },
};

const shared = {
  root,
  plugins: [switchedGuards, sqlForTests, components, componentsOfKeptModules, modulesOfClones],
  resolve: { conditions: ['nephra-source'] },
  ssr: { resolve: { conditions: ['nephra-source'] } },
};

/** Each file in a thread of its own: of many processes that are started one now and then never answers, and the run fails with all tests passed. */
const threads = { pool: 'threads' } as const;
/** Files share a thread and the modules it has loaded, so no file may leave anything behind: in a module, a global or the environment. */
const shareThreads = { ...threads, isolate: false, restoreMocks: true } as const;
/** A thread has one window. A link that is followed would end it, so links and addresses lead nowhere. */
const oneWindow = { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } } };
const guardRun = turningGuards ? { runner: 'tools/test/guards/guard-runner.ts', passWithNoTests: true } : {};
/** A machine with much to do is slow, not wrong. */
const patience = { expect: { poll: { timeout: 60_000 } }, hookTimeout: 600_000 };
/** Number and seed of the cases of every property test; no module is replaced, as threads are shared. */
const setupFiles = ['tests/support/cases/property-cases.ts', 'tests/support/screens/shared-modules.ts'];
/** 20,000 cases take their time. */
const testTimeout = longRun ? 1_800_000 : 120_000;
/** How many files run at a time; `npm test` sets it where it runs other steps beside. */
const workers = Number(process.env.NEPHRA_TEST_WORKERS ?? 2);

/**
 * Where the steps of `npm test` leave their transformed modules for each other and the next run: most of them load the same sources. What a module
 * becomes may depend on more than its text (which migrations lie in a folder, what a package exports): see tools/test/kept/kept-modules.mjs.
 */
const modules = turningGuards ? undefined : process.env.NEPHRA_TEST_MODULES;

const source = ['shell', 'plugin-sdk', 'plugins', 'tools'];
const outside = ['**/node_modules/**', '**/dist/**', '.build/**', 'plugin-sdk/cli/template/**'];

/**
 * unit: pure, no database, no window. screens: with a window (`*.test.tsx`, `*.dom.test.ts`). integration: real database, chosen by NEPHRA_TEST_DATABASE (embedded | postgres).
 * faults and vendor start processes of their own; faults run one file at a time.
 */
export default defineConfig({
  test: {
    ...(turningGuards && { cache: false as const, passWithNoTests: true }),
    ...(modules && { experimental: { fsModuleCache: true, fsModuleCachePath: modules }, sequence: { sequencer: LongestFirst } }),
    reporters: process.env.CI ? ['default'] : ['default'],
    projects: [
      {
        ...shared,
        test: {
          ...patience,
          name: 'unit',
          include: [...source.map((folder) => `${folder}/**/*.test.ts`), 'tests/{support,contracts,journeys/languages}/**/*.test.ts'],
          exclude: [...outside, '**/*.int.test.ts', '**/*.dom.test.ts'],
          environment: 'node',
          setupFiles,
          testTimeout,
          maxWorkers: workers,
          ...shareThreads,
          ...guardRun,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'screens',
          include: source.map((folder) => `${folder}/**/*.test.tsx`).concat(source.map((folder) => `${folder}/**/*.dom.test.ts`)),
          exclude: outside,
          environment: 'happy-dom',
          environmentOptions: oneWindow,
          setupFiles: ['tests/support/screens/screen-window.ts', ...setupFiles],
          testTimeout,
          maxWorkers: workers,
          ...shareThreads,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'integration',
          include: [...source.map((folder) => `${folder}/**/*.int.test.ts`), 'tests/{contracts,security,support}/**/*.int.test.ts'],
          exclude: outside,
          environment: 'node',
          setupFiles,
          globalSetup: ['tests/support/databases/postgres-global-setup.ts'],
          testTimeout: longRun ? testTimeout : 180_000,
          hookTimeout: 600_000,
          maxWorkers: workers,
          ...shareThreads,
          ...guardRun,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'faults',
          include: ['tests/faults/**/*.faults.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          ...shareThreads,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'vendor',
          include: ['tests/vendor/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/vendor/workshop-setup.ts'],
          // The tutorial is twenty programs, one after the other: a minute, and seven where ten others want the processor.
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
          // Each file has a hospital and projects of its own.
          maxWorkers: workers,
          ...threads,
        },
      },
    ],
  },
});
