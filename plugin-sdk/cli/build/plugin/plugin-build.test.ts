import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureProject, fixtureProject, SAMPLE_PLUGIN } from '../fixture-project.ts';
import { integrityOf } from '../package-files.ts';
import { buildPlugin, type PluginBuild } from './plugin-build.ts';

type Sources = Readonly<Record<string, string>>;
/** The server half brings the whole SDK along: where a test is about pages, the sample comes without. */
const { 'server/index.ts': _, 'server/migrations/0001-first.sql': __, ...PAGES_ONLY } = SAMPLE_PLUGIN;

let project: FixtureProject | undefined;
afterEach(() => {
  project?.remove();
  project = undefined;
});

const buildOf = (sources: Sources) => {
  project = fixtureProject(sources);
  return buildPlugin(project.folder, project.folder, project.sdk, project.doors);
};
/** A sample that names its folder of migrations, with more files in it. */
const withFolder = (more: Sources): Sources => ({
  ...SAMPLE_PLUGIN,
  'server/index.ts': `import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import migrations from './migrations';
export default defineServerPlugin({ schema: 'sample', migrations });`,
  ...Object.fromEntries(Object.entries(more).map(([name, text]) => [`server/migrations/${name}`, text])),
});
const buildPages = (changes: Sources) => buildOf({ ...PAGES_ONLY, ...changes });
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);
const depsOf = (code: string) => {
  const list = /^System\.register\(\[([^\]]*)\]/.exec(code)?.[1] ?? '';
  return list
    .split(',')
    .map((name) => JSON.parse(name) as string)
    .sort();
};
const page = (code: string) => ({ 'web/list.page.tsx': code });

describe('a plugin package', () => {
  let sample: PluginBuild;
  beforeAll(async () => {
    const sources = fixtureProject(SAMPLE_PLUGIN);
    sample = await buildPlugin(sources.folder, sources.folder, sources.sdk, sources.doors).finally(sources.remove);
  });

  it('holds a manifest that was taken from plugin.ts, with the hash of every file', async () => {
    const { manifest, files, folder } = sample;
    expect(manifest).toMatchObject({
      id: 'sample',
      version: '1.2.3',
      contributes: { pages: ['sample.list'], menuTypes: [], slots: [], permissions: [] },
      settings: { type: 'object', required: ['limit'] },
    });
    expect(folder).toMatch(/^1\.2\.3-\w{10}$/);
    const names = [...files.keys()].filter((name) => name !== 'manifest.json').sort();
    expect(Object.keys(manifest.files).sort()).toEqual(names);
    for (const name of names) expect(manifest.files[name]).toEqual({ integrity: integrityOf(files.get(name) ?? ''), size: files.get(name)?.length });
    for (const name of names) expect(name).toMatch(/-\w{6,8}\.(js|mjs|css|json)(\.map)?$/);
  });

  it('leaves shared names to the shell and sends each named import to the tier that holds it', async () => {
    const { manifest, files } = sample;
    const entry = text(files.get(manifest.web?.entry ?? ''));
    const list = [...files].find(([name]) => name.startsWith('list.page-') && name.endsWith('.js'));
    expect(depsOf(entry)).toEqual(['@nephra/plugin-sdk/web']);
    expect(depsOf(text(list?.[1]))).toEqual([
      '@nephra/plugin-sdk/ui/core',
      '@nephra/plugin-sdk/ui/field',
      '@nephra/plugin-sdk/ui/form',
      '@nephra/plugin-sdk/web',
      'react',
      'react/jsx-runtime',
    ]);
    expect(manifest.web?.css[list?.[0] ?? '']).toHaveLength(1);
  });

  it('has a server half that runs alone, SDK and SQL inside', async () => {
    const { manifest, files } = sample;
    const place = mkdtempSync(path.join(tmpdir(), 'nephra-alone-'));
    try {
      const file = path.join(place, 'server.mjs');
      writeFileSync(file, files.get(manifest.server?.entry ?? '') ?? '');
      const show = `import(${JSON.stringify(pathToFileURL(file).href)}).then(({ default: it }) => console.log(JSON.stringify(it.migrations)))`;
      const answer = execFileSync(process.execPath, ['-e', show], { encoding: 'utf8', cwd: place });
      expect(JSON.parse(answer)).toEqual([{ name: '/api/sample', sql: 'create table sample.thing (id text primary key);\n' }]);
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it('reads the dictionaries of pinyin at its first search, and finds by every reading', async () => {
    const { manifest, files } = await buildOf({
      ...SAMPLE_PLUGIN,
      'server/index.ts': `import { defineServerPlugin, searchGrams } from '@nephra/plugin-sdk/server';
export const grams = () => searchGrams('重庆');
export default defineServerPlugin({ schema: 'sample' });`,
    });
    const place = mkdtempSync(path.join(tmpdir(), 'nephra-pinyin-'));
    try {
      const file = path.join(place, 'server.mjs');
      writeFileSync(file, files.get(manifest.server?.entry ?? '') ?? '');
      const ask = `import(${JSON.stringify(pathToFileURL(file).href)}).then(({ grams }) => console.log(JSON.stringify(grams())))`;
      const answer = execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8', cwd: place });
      expect(JSON.parse(answer)).toEqual(expect.arrayContaining(['重庆', 'cq', 'zq', 'cho', 'zho']));
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it('takes the migrations of the folder that it names, in the order of their names', async () => {
    const { manifest, files, inputs } = await buildOf(withFolder({ '0002-second.sql': 'select 2;\n' }));
    const place = mkdtempSync(path.join(tmpdir(), 'nephra-folder-'));
    try {
      const file = path.join(place, 'server.mjs');
      writeFileSync(file, text(files.get(manifest.server?.entry ?? '')).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
      const { default: server } = (await import(pathToFileURL(file).href)) as { default: { migrations: unknown } };
      expect(server.migrations).toEqual([
        { name: '0001-first', sql: 'create table sample.thing (id text primary key);\n' },
        { name: '0002-second', sql: 'select 2;\n' },
      ]);
    } finally {
      rmSync(place, { recursive: true });
    }
    // A file that comes to the folder makes another package: the build looks at it.
    expect(inputs).toContain(path.join(project?.folder ?? '', 'server/migrations'));
  });

  it('carries settings that people change in its manifest, and nothing of them in the browser', async () => {
    const { manifest, files } = await buildOf({
      ...SAMPLE_PLUGIN,
      'contract/settings.ts': `import { defineSettings, field } from '@nephra/plugin-sdk/record';
export const settings = defineSettings({ installation: { hour: field.int(0, 23).label('时刻', '時刻', 'SampleHour') } });`,
      'plugin.ts': `import { settings } from './contract/settings.ts';\n${SAMPLE_PLUGIN['plugin.ts']?.replace('settings: Type', 'editableSettings: settings, settings: Type') ?? ''}`,
    });
    expect(manifest.editableSettings).toMatchObject({ kind: 'settings', fields: { hour: { kind: 'int', min: 0, max: 23, label: { en: 'SampleHour' } } } });
    for (const [name, content] of files) if (name.endsWith('.js')) expect([name, text(content).includes('SampleHour')]).toEqual([name, false]);
  });

  it('gets the same folder for the same content and another for other content', async () => {
    const again = await buildOf(SAMPLE_PLUGIN);
    project?.remove();
    const other = await buildOf({ ...SAMPLE_PLUGIN, 'locales/en.json': '{ "search": "Find" }' });
    expect(again.folder).toBe(sample.folder);
    expect(other.folder).not.toBe(sample.folder);
  });

  it('may come without a server half or without pages', async () => {
    project = fixtureProject({ ...SAMPLE_PLUGIN, 'plugin.ts': SAMPLE_PLUGIN['plugin.ts']?.replace(/pages: .*\n/, '') ?? '' });
    const { manifest } = await buildPlugin(project.root, project.folder, project.sdk, project.doors);
    expect(manifest.web).toBeUndefined();
    expect(manifest.server).toBeDefined();
  });
});

describe('code that cannot work is refused with advice', () => {
  const cases: readonly [title: string, changes: Record<string, string>, message: RegExp][] = [
    [
      'a sub-path that the shell does not share',
      page(`import utc from 'dayjs/plugin/utc'; export const Page = () => utc;`),
      /'dayjs\/plugin\/utc' is not among the modules/,
    ],
    [
      'a file of a shared package',
      page(`import { x } from 'react/cjs/react.production.js'; export const Page = () => x;`),
      /'react\/cjs\/react.production.js' is not among/,
    ],
    [
      'a second copy by path',
      page(`import * as x from '../../../../node_modules/mobx/dist/mobx.esm.js'; export const Page = () => x;`),
      /second copy of 'mobx'/,
    ],
    [
      'the component library itself',
      page(`import Divider from '@douyinfe/semi-ui/lib/es/divider'; export const Page = () => <Divider />;`),
      /import from '@nephra\/plugin-sdk\/ui'/,
    ],
    ['a door as a whole', page(`import * as ui from '@nephra/plugin-sdk/ui'; export const Page = () => ui;`), /cannot be imported as a whole/],
    ['a door by default', page(`import ui from '@nephra/plugin-sdk/widgets'; export const Page = () => ui;`), /cannot be imported by default/],
    ['a door dynamically', page(`export const Page = () => import('@nephra/plugin-sdk/ui');`), /cannot be imported dynamically/],
    ['a name that a door lacks', page(`import { Tabel } from '@nephra/plugin-sdk/ui'; export const Page = () => Tabel;`), /has no 'Tabel'/],
    [
      'a tier that does not exist',
      page(`import { Button } from '@nephra/plugin-sdk/ui/grid'; export const Page = () => Button;`),
      /the builder finds the module/,
    ],
    ['a part of Node', page(`import fs from 'node:fs'; export const Page = () => fs;`), /'node:fs' is a part of Node.js/],
    ['the server half of the SDK', page(`import { sql } from '@nephra/plugin-sdk/server'; export const Page = () => sql;`), /belongs to the server half/],
    [
      'files outside of the plugin',
      page(`import { x } from '../../../../shell/web/router/guard.ts'; export const Page = () => x;`),
      /lies outside the plugin|No matching export/,
    ],
    ['a page imported at once', { 'plugin.ts': `import { Page } from './web/list.page.tsx'; export default Page;` }, /plugin.ts is data/],
    ['no definition', { 'plugin.ts': 'export const x = 1;' }, /export default definePlugin/],
    ['texts in two languages only', { 'locales/en.json': '{' }, /en.json is not JSON/],
    [
      'a page for two',
      { 'plugin.ts': SAMPLE_PLUGIN['plugin.ts']?.replace(/pages: \[(.*)\],/, 'pages: [$1, $1],') ?? '' },
      /Two pages claim the enCode 'sample.list'/,
    ],
    ['an id that is no id', { 'plugin.ts': SAMPLE_PLUGIN['plugin.ts']?.replace("'sample'", "'Sample Plugin'") ?? '' }, /plugin.ts: id/],
    ['two migrations with one number', withFolder({ '0002-a.sql': '', '0002-b.sql': '' }), /server\/migrations: 0002-a.sql and 0002-b.sql have one number/],
    ['a gap between migrations', withFolder({ '0003-late.sql': '' }), /0003-late.sql: 0002 is missing before it/],
    [
      'server code that imports pages',
      { 'server/index.ts': `import { Button } from '@nephra/plugin-sdk/ui'; export default Button;` },
      /belongs to the browser half/,
    ],
  ];
  it.each(cases)('%s', async (_title, changes, message) => {
    await expect(buildPages(changes)).rejects.toThrow(message);
  });
});

it('a CommonJS package that requires a shared name gets the shared one', async () => {
  const { files } = await buildPages({
    'web/list.page.tsx': `import old from './old.cjs'; export const Page = () => old();`,
    'web/old.cjs': `const React = require('react'); const { jsx } = require('react/jsx-runtime'); module.exports = () => [React.version, jsx];`,
  });
  const code = text([...files].find(([name]) => /^list\.page-.*\.js$/.test(name))?.[1]);
  expect(code).toMatch(/^System\.register\(\[[^\]]*"react","react\/jsx-runtime"/);
  expect(code).not.toContain('Dynamic require');
});

it('one file per page and one for what pages share', async () => {
  const pages = ['a', 'b', 'c'].map((name) => `page('sample.${name}', () => import('./web/${name}.page.tsx'))`).join(', ');
  const { files } = await buildPages({
    'plugin.ts': SAMPLE_PLUGIN['plugin.ts']?.replace(/pages: \[.*\],/, `pages: [${pages}],`).replace(/menus: \[.*\],/, '') ?? '',
    'web/a.page.tsx': `import { x } from './x.ts'; import { y } from './y.ts'; export const Page = () => x + y;`,
    'web/b.page.tsx': `import { x } from './x.ts'; export const Page = () => x;`,
    'web/c.page.tsx': `import { y } from './y.ts'; import { z } from './z.ts'; export const Page = () => y + z;`,
    'web/x.ts': `export const x = globalThis.x;`,
    'web/y.ts': `export const y = globalThis.y;`,
    'web/z.ts': `export const z = globalThis.z;`,
  });
  const scripts = [...files.keys()].filter((name) => name.endsWith('.js')).map((name) => name.replace(/-\w{6}\.js$/, ''));
  expect(scripts.sort()).toEqual(['a.page', 'b.page', 'c.page', 'common', 'entry']);
});
