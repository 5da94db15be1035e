import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findGuards, withGuardsWatched, withGuardTurned } from '../test/guards/find-guards.mjs';
import { componentsForTests } from '../../plugin-sdk/cli/build/components-for-tests.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** SQL files are imported as text, like the builder does. */
const sqlAsText = {
  name: 'sql-as-text',
  transform(code: string, id: string) {
    return id.split('?')[0]?.endsWith('.sql') ? { code: `export default ${JSON.stringify(code)};`, map: null } : null;
  },
};

/** One guard of the server that is off in this run, for `npm run test:guards`. */
const turnedGuard = {
  name: 'turned-guard',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const text = process.env.NEPHRA_TURNED_GUARD;
    if (!text) return null;
    const guard = JSON.parse(text) as { file: string; line: number; text: string; instead: string };
    return id.split('?')[0] === path.join(root, guard.file) ? { code: withGuardTurned(code, guard), map: null } : null;
  },
};

const notingGuards = Boolean(process.env.NEPHRA_GUARD_NOTES);

/** All guards say when they are come by, for the same. */
const watchedGuards = {
  name: 'watched-guards',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!notingGuards) return null;
    const file = path.relative(root, id.split('?')[0] ?? '');
    guards ??= findGuards(root);
    const own = guards.filter((guard) => guard.file === file);
    return own.length > 0 ? { code: withGuardsWatched(code, own), map: null } : null;
  },
};
let guards: ReturnType<typeof findGuards> | undefined;

const shared = {
  root,
  plugins: [turnedGuard, watchedGuards, sqlAsText, componentsForTests(root)],
  resolve: { conditions: ['nephra-source'] },
  ssr: { resolve: { conditions: ['nephra-source'] } },
};

/** Files without a window share a thread and the modules it has loaded, so no file may leave anything behind: in a module, a global or the environment. */
const shareThreads = { pool: 'threads', isolate: false, restoreMocks: true } as const;
const setupFiles = notingGuards ? ['tools/test/guards/note-guards.ts'] : [];
/** A machine with much to do is slow, not wrong. */
const patience = { expect: { poll: { timeout: 15_000 } } };
/** How many files run at a time; `npm test` sets it where it runs other steps beside. */
const workers = Number(process.env.NEPHRA_TEST_WORKERS ?? 2);

const source = ['shell', 'plugin-sdk', 'plugins', 'tools'];
const outside = ['**/node_modules/**', '**/dist/**', '.build/**', 'plugin-sdk/cli/template/**'];

/**
 * unit: pure, no database, no window. screens: each file with a window of its own (`*.test.tsx`, `*.dom.test.ts`). integration: real database, chosen by NEPHRA_TEST_DATABASE (embedded | postgres).
 * faults and vendor start processes of their own and run one file at a time.
 */
export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default'] : ['default'],
    projects: [
      {
        ...shared,
        test: {
          ...patience,
          name: 'unit',
          include: source.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...outside, '**/*.int.test.ts', '**/*.dom.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          maxWorkers: workers,
          setupFiles,
          ...shareThreads,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'screens',
          include: source.map((folder) => `${folder}/**/*.test.tsx`).concat(source.map((folder) => `${folder}/**/*.dom.test.ts`)),
          exclude: outside,
          environment: 'node',
          testTimeout: 20_000,
          maxWorkers: workers,
          setupFiles,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'integration',
          include: [...source.map((folder) => `${folder}/**/*.int.test.ts`), 'tests/{contracts,security}/**/*.int.test.ts'],
          exclude: outside,
          environment: 'node',
          globalSetup: ['tests/support/postgres-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: workers,
          setupFiles,
          ...shareThreads,
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
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...shared,
        test: {
          ...patience,
          name: 'vendor',
          include: ['tests/vendor/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
