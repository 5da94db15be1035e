import { describe, expect, it } from 'vitest';
import { graphOf, testsReachedBy } from './dependents.mjs';
import { PLUGIN_LOADER } from './plugin-loads.mjs';
import { SET_UP } from './plan/test-kinds.mjs';

/** Tests that a change reaches in a repository of these files; sources are those with a text. */
function reached(files: Record<string, string>, changed: string, others: readonly string[] = []) {
  const { tests, all } = testsReachedBy(graphOf(new Map(Object.entries(files)), [...others, changed]), changed);
  return all ? 'all' : tests;
}

const TESTED = "import { it } from 'vitest';";

describe('tests that a change reaches', () => {
  const imports = {
    'plugins/a/domain/sum.ts': 'export const sum = 1;',
    'plugins/a/domain/sum.test.ts': "import { sum } from './sum.ts';",
    'plugins/a/contract/index.ts': "export { sum } from '../domain/sum.ts';",
    'plugins/a/domain/inner.ts': "import type { Sum } from './sum.ts';",
    'plugins/a/domain/inner.test.ts': "import { inner } from './inner.ts';",
    'plugins/b/web/page.tsx': "import { sum } from '../../a/contract/index.ts'; const later = () => import('./dialog.tsx');",
    'plugins/b/web/dialog.tsx': "import './dialog.css';",
    'plugins/b/web/page.test.tsx': "import { Page } from './page.tsx';",
    'plugins/b/domain/other.test.ts': TESTED,
  };

  it('are those that import it, over other plugins, lazily and as a style sheet, but not for its types alone', () => {
    expect(reached(imports, 'plugins/a/domain/sum.ts')).toEqual(['plugins/a/domain/sum.test.ts', 'plugins/b/web/page.test.tsx']);
    expect(reached(imports, 'plugins/a/contract/index.ts')).toEqual(['plugins/b/web/page.test.tsx']);
    expect(reached(imports, 'plugins/b/web/dialog.css')).toEqual(['plugins/b/web/page.test.tsx']);
    expect(reached(imports, 'plugins/b/domain/other.test.ts')).toEqual(['plugins/b/domain/other.test.ts']);
  });

  it('are those that import what is gone', () => {
    expect(reached({ 'plugins/a/x.test.ts': "import { gone } from './gone.ts';" }, 'plugins/a/gone.ts')).toEqual(['plugins/a/x.test.ts']);
  });

  it('are those that the SDK reaches by its doors', () => {
    const files = { 'plugin-sdk/contract/index.ts': '', 'plugins/a/x.test.ts': "import { Type } from '@nephra/plugin-sdk/contract';" };
    expect(reached(files, 'plugin-sdk/contract/index.ts')).toEqual(['plugins/a/x.test.ts']);
  });

  it('are those that read it: by name, by folder, by a template, as a program', () => {
    const files = {
      'tests/contracts/table.int.test.ts': "const text = readFileSync(path.join(import.meta.dirname, 'table.tsv'));",
      'shell/web/i18n/texts.test.ts': "const all = readdirSync(path.resolve(import.meta.dirname, '..'));",
      'plugins/a/web/sheet.test.ts': ['expect(x).toMatchFileSnapshot(`./golden/', '{name}.html`);'].join('$'),
      'tools/words.test.ts': "const files = ['plugins'].map((top) => readdirSync(path.join(import.meta.dirname, '..', top)));",
      'tests/support/child.ts': "fork(fileURLToPath(new URL('./child-program.mjs', import.meta.url)));",
      'tests/security/child.int.test.ts': "import { start } from '../support/child.ts';",
    };
    const others = ['shell/web/frame/x.css', 'plugins/a/web/golden/one.html'];
    expect(reached(files, 'tests/contracts/table.tsv', others)).toEqual(['tests/contracts/table.int.test.ts']);
    expect(reached(files, 'shell/web/frame/x.css', others)).toEqual(['shell/web/i18n/texts.test.ts']);
    expect(reached(files, 'plugins/a/web/golden/one.html', others)).toEqual(['plugins/a/web/sheet.test.ts', 'tools/words.test.ts']);
    expect(reached(files, 'plugins/a/new-file.json', others)).toEqual(['tools/words.test.ts']);
    expect(reached(files, 'tests/support/child-program.mjs', others)).toEqual(['tests/security/child.int.test.ts']);
  });

  it('are no readers of a folder when the changed file is a test there', () => {
    const files = { 'tools/words.test.ts': "readdirSync('plugins'); import.meta.url;", 'plugins/a/x.test.ts': TESTED };
    expect(reached(files, 'plugins/a/x.test.ts')).toEqual(['plugins/a/x.test.ts']);
  });

  const started = {
    [PLUGIN_LOADER]: "const folder = path.join(root, 'plugins', id); readdirSync(folder); import.meta.dirname;",
    'tests/support/server.ts': "import { load } from './inline-packages.ts'; export const ALL: readonly string[] = ['a', 'b'];",
    'plugins/a/plugin.ts': "import { name } from './contract/name.ts'; export default definePlugin({ pages: [page('a', () => import('./web/page.tsx'))] });",
    'plugins/a/contract/name.ts': '',
    'plugins/a/web/page.tsx': '',
    'plugins/a/server/index.ts': "import migrations from './migrations'; import { save } from './save.ts';",
    'plugins/a/server/save.ts': '',
    'plugins/b/server/index.ts': '',
    'plugins/a/server/a.int.test.ts': "import { start } from '../../../tests/support/server.ts'; start({ plugins: ['a'] });",
    'plugins/b/server/b.int.test.ts': "import { start } from '../../../tests/support/server.ts'; start({ plugins: ['b'] });",
    'plugins/b/server/alone.int.test.ts': "const letter = 'a';",
    'tests/security/all.int.test.ts': "import { ALL, start } from '../support/server.ts'; start({ plugins: ALL });",
    'shell/server/empty.int.test.ts': "import { start } from '../../tests/support/server.ts'; start({});",
  };

  it('are those that start the plugin by its id, alone or in a list that they import', () => {
    const runsA = ['plugins/a/server/a.int.test.ts', 'tests/security/all.int.test.ts'];
    for (const file of ['server/save.ts', 'server/migrations/0001.sql', 'contract/name.ts', 'locales/zh.json'])
      expect(reached(started, `plugins/a/${file}`)).toEqual(runsA);
    expect(reached(started, 'plugins/b/server/index.ts')).toEqual(['plugins/b/server/b.int.test.ts', 'tests/security/all.int.test.ts']);
  });

  it('are none that start a server when a page changed, which only a browser loads', () => {
    expect(reached(started, 'plugins/a/web/page.tsx')).toEqual([]);
  });

  it('are all for what decides how tests are read, and for what nothing is known of', () => {
    const files = { 'tools/config/vitest.config.ts': "import { stub } from '../test/stub.ts';", 'tools/test/stub.ts': '', 'plugins/a/x.test.ts': TESTED };
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'tools/config/vitest.config.ts', 'tools/test/stub.ts', 'settings.toml'])
      expect(reached(files, file)).toBe('all');
    expect(reached(files, 'README.md')).toEqual([]);
  });

  it('are those of the plugin for a file of it that nothing names', () => {
    const files = { 'plugins/a/x.test.ts': TESTED, 'plugins/b/x.test.ts': TESTED };
    expect(reached(files, 'plugins/a/settings.toml')).toEqual(['plugins/a/x.test.ts']);
  });

  it('are all of a kind for what is set up before them', () => {
    const files = {
      [SET_UP.integration]: '',
      [SET_UP.screens]: '',
      'plugins/a/a.int.test.ts': TESTED,
      'plugins/a/a.test.tsx': TESTED,
      'plugins/a/a.test.ts': TESTED,
    };
    expect(reached(files, SET_UP.integration)).toEqual(['plugins/a/a.int.test.ts']);
    expect(reached(files, SET_UP.screens)).toEqual(['plugins/a/a.test.tsx']);
  });
});
