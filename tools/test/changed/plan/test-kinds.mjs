/** Sources whose tests `tools/config/vitest.config.ts` looks for. */
const SOURCE = /^(shell|plugin-sdk|plugins|tools|tests)\//;
const TEMPLATE = 'plugin-sdk/cli/template/';

/**
 * Step that runs a test file, as `tools/config/vitest.config.ts` and `tools/config/playwright.config.ts` divide them; undefined: no test.
 * @returns {'unit' | 'screens' | 'integration' | 'faults' | 'vendor' | 'journeys' | undefined}
 */
export function kindOfTest(file) {
  if (/^tests\/journeys\/.*\.journey\.ts$/.test(file)) return 'journeys';
  if (/^tests\/faults\/.*\.faults\.test\.ts$/.test(file)) return 'faults';
  if (/^tests\/vendor\/.*\.test\.ts$/.test(file)) return 'vendor';
  if (!SOURCE.test(file) || file.startsWith(TEMPLATE)) return undefined;
  if (file.endsWith('.int.test.ts')) return 'integration';
  if (file.endsWith('.test.tsx') || file.endsWith('.dom.test.ts')) return 'screens';
  return file.endsWith('.test.ts') ? 'unit' : undefined;
}

/** What `tools/config/vitest.config.ts` starts before every file of a kind, without an import in it. */
export const SET_UP = { integration: 'tests/support/databases/postgres-global-setup.ts', screens: 'tests/support/screens/screen-window.ts' };

/** Not run by a check of a change, whatever it reaches. */
export const LONG_KINDS = ['faults', 'vendor', 'journeys'];

/** No part of the product. */
export const isTestOnly = (file) => /\.(test|fixture)\.tsx?$|\/testing\/|^tests\//.test(file);
const IN_BROWSER = /^(shell|plugin-sdk|plugins\/[^/]+)\/web\//;

/** What the steps that start the built product run of it: no import leads there. */
const BUILT_PRODUCT = [
  { kind: 'journeys', runs: (file) => /^(shell|plugin-sdk|plugins)\/|^tools\/(seed|sim|build)\/|^registry\.json$|^tests\/journeys\//.test(file) },
  { kind: 'faults', runs: (file) => /^(shell|plugin-sdk|plugins)\/|^tools\/(seed|sim|start|build)\/|^tests\/faults\//.test(file) && !IN_BROWSER.test(file) },
  { kind: 'vendor', runs: (file) => /^(shell|plugin-sdk)\/|^tools\/build\/|^tests\/vendor\//.test(file) },
];

/** Steps that start the built product and run what this file is part of. */
export const builtStepsOf = (file) =>
  isTestOnly(file) && !file.startsWith('tests/') ? [] : BUILT_PRODUCT.filter(({ runs }) => runs(file)).map(({ kind }) => kind);
