import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphOf, testsReachedBy } from './dependents.mjs';
import { PLUGIN_LOADER } from './plugin-loads.mjs';
import { readSources } from './read-sources.mjs';
import { kindOfTest, SET_UP } from './plan/test-kinds.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const repository = readSources(root);
const graph = graphOf(repository.sources, repository.paths);

const reached = (file: string): string[] => {
  expect(repository.paths).toContain(file);
  return testsReachedBy(graph, file).tests;
};
const area = (tests: readonly string[]) => [...new Set(tests.map((test) => test.split('/').slice(0, 2).join('/')))].sort();

describe('a change in this repository reaches', () => {
  it('of a rule of charging its own test and the screens that use it, no screens of another plugin', () => {
    const tests = reached('plugins/charging/domain/refund-plan.ts');
    expect(tests).toContain('plugins/charging/domain/refund-plan.test.ts');
    expect(tests.filter((test) => kindOfTest(test) === 'screens' && !test.startsWith('plugins/charging/'))).toEqual([]);
  });

  it("of charging's server its own tests and the suites that start it, no screens and no tests of prescription", () => {
    const tests = reached('plugins/charging/server/charge/refund.command.ts');
    expect(tests).toContain('plugins/charging/server/charge/refund.int.test.ts');
    expect(tests).toContain('tests/security/permission-matrix.int.test.ts');
    expect(tests.filter((test) => kindOfTest(test) === 'screens' || test.startsWith('plugins/prescription/') || test.startsWith('shell/'))).toEqual([]);
  });

  it("of patient's contract the tests of the plugins that use it", () => {
    const areas = area(reached('plugins/patient/contract/index.ts'));
    for (const plugin of ['patient', 'charging', 'prescription', 'pharmacy', 'insurance']) expect(areas).toContain(`plugins/${plugin}`);
  });

  it("of patient's server no screens, of its page no test of a server but those that read every folder of plugins", () => {
    expect(reached('plugins/patient/server/index.ts').filter((test) => kindOfTest(test) === 'screens')).toEqual([]);
    const page = reached('plugins/patient/web/patient-list/patient-list.page.tsx').filter((test) => kindOfTest(test) === 'integration');
    expect(page).toEqual(['tests/contracts/data-models.int.test.ts', 'tests/contracts/query-plans.int.test.ts']);
    expect(reached('plugins/patient/server/files/patient.table.ts')).toContain('tests/contracts/declared-tables.int.test.ts');
  });

  it('of what tests read: texts, tables, golden sheets, migrations, programs', () => {
    expect(reached('plugins/charging/locales/en.json')).toEqual(
      expect.arrayContaining([
        'tools/test/locale-words.test.ts',
        'plugins/charging/web/print/settle-sheet.html.test.ts',
        'tests/contracts/spec/endpoints.int.test.ts',
      ]),
    );
    expect(reached('tests/contracts/spec/endpoints.tsv')).toContain('tests/contracts/spec/endpoints.int.test.ts');
    expect(reached('tests/security/organisations/own-id-makes-no-difference.txt')).toContain('tests/security/organisations/other-organisation.int.test.ts');
    expect(reached('plugins/charging/web/print/golden/insurer.html')).toContain('plugins/charging/web/print/sheets.golden.test.ts');
    expect(reached('plugins/charging/server/migrations/0001-charging.sql')).toContain('plugins/charging/server/charging.int.test.ts');
    expect(reached('shell/server/db/worker/db-worker.ts')).toContain('plugins/charging/server/charging.int.test.ts');
    expect(reached('README.md')).toContain('tools/readme/settings-table.test.ts');
  });

  it('of the support of all integration tests all of them', () => {
    const all = graph.tests.filter((test) => kindOfTest(test) === 'integration');
    const tests = reached('tests/support/databases/postgres-server.ts');
    expect(all.filter((test) => !tests.includes(test))).toEqual([]);
  });

  it('of a test that test alone, and this one, which names it', () => {
    expect(reached('plugins/charging/server/charge/refund.int.test.ts')).toEqual([
      'plugins/charging/server/charge/refund.int.test.ts',
      'tools/test/changed/repository.test.ts',
    ]);
  });
});

describe('what the rules take for granted', () => {
  it('plugins are loaded by id where the rules say so, and by servers of tests', () => {
    expect(repository.sources.get(PLUGIN_LOADER)).toMatch(/'plugins', id/);
    expect([...(graph.dependents.get(PLUGIN_LOADER) ?? [])]).toContain('tests/support/server.ts');
  });

  it('vitest sets up before the tests what the rules say, and nothing more', () => {
    const config = repository.sources.get('tools/config/vitest.config.ts') ?? '';
    const named = [...config.matchAll(/(?:globalSetup|setupFiles): \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'([^']+)'/g)].map(([, file]) => file),
    );
    // Vendor tests are none that a check of a change runs.
    expect([...new Set(named)].filter((file) => !file?.startsWith('tests/vendor/')).sort()).toEqual(Object.values(SET_UP).sort());
  });

  it('every test file belongs to a step', () => {
    const named = repository.paths.filter((file) => /\.(test\.tsx?|journey\.ts)$/.test(file) && !file.startsWith('plugin-sdk/cli/template/'));
    expect(named.filter((file) => kindOfTest(file) === undefined)).toEqual([]);
    expect(graph.tests.length).toBe(named.length);
  });

  it('vitest divides the files in the same way', () => {
    const bin = path.join(root, 'node_modules/.bin/vitest');
    const answer = execFileSync(bin, ['list', '--filesOnly', '--json', '--config', 'tools/config/vitest.config.ts'], { cwd: root, encoding: 'utf8' });
    const listed = (JSON.parse(answer) as { file: string; projectName: string }[]).map(
      ({ file, projectName }) => `${projectName} ${path.relative(root, file)}`,
    );
    const ours = graph.tests.filter((test) => kindOfTest(test) !== 'journeys').map((test) => `${kindOfTest(test)} ${test}`);
    expect(ours.sort()).toEqual(listed.sort());
  });
});
