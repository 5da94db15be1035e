import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureProject, fixtureProject, SAMPLE_PLUGIN } from '../fixture-project.ts';
import { integrityOf } from '../package-files.ts';
import { BuildProblem } from '../problem.ts';
import { locateSdk } from '../sdk-location.ts';
import { loadServerHalf } from './load-half.ts';
import { buildPlugin, type PluginBuild } from './plugin-build.ts';

type Sources = Readonly<Record<string, string>>;
/** Where a test is about pages, the sample comes without a server half. */
const { 'server/index.ts': _, 'server/migrations/0001-first.sql': __, ...PAGES_ONLY } = SAMPLE_PLUGIN;

const buildOf = async (sources: Sources): Promise<PluginBuild> => {
  const project = fixtureProject(sources);
  return buildPlugin(project.folder, project.folder, project.sdk, project.doors).finally(project.remove);
};
const withPages = (pages: string): string => SAMPLE_PLUGIN['plugin.ts']?.replace(/pages: \[.*\],/, `pages: [${pages}],`).replace(/menus: \[.*\],/, '') ?? '';
/** Where a test is about the rest, the sample comes without pages. */
const withoutPages = (changes: Sources): Sources => ({ ...SAMPLE_PLUGIN, 'plugin.ts': withPages(''), ...changes });
/** Its folder of migrations with more files in it, and nothing of the SDK. */
const withFolder = (more: Sources): Sources =>
  withoutPages({
    'server/index.ts': `import migrations from './migrations'; export default { schema: 'sample', migrations };`,
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [`server/migrations/${name}`, text])),
  });
const withoutServer = (changes: Sources): Sources => ({ ...PAGES_ONLY, ...changes });
const buildPages = (changes: Sources) => buildOf(withoutServer(changes));
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);
const depsOf = (code: string) => {
  const list = /^System\.register\(\[([^\]]*)\]/.exec(code)?.[1] ?? '';
  return list
    .split(',')
    .map((name) => JSON.parse(name) as string)
    .sort();
};

describe('a plugin package', () => {
  let sample: PluginBuild;
  beforeAll(async () => {
    sample = await buildOf(SAMPLE_PLUGIN);
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

  it('has a server half with its SQL inside, which takes the SDK of the program that loads it', async () => {
    const { manifest, files } = sample;
    const code = files.get(manifest.server?.entry ?? '') ?? new Uint8Array();
    expect(manifest.server?.sharedSdk).toBe(locateSdk(import.meta.dirname).version);
    expect(code.length).toBeLessThan(2_000);
    expect((await loadServerHalf(code, locateSdk(import.meta.dirname))).migrations).toEqual([
      { name: '/api/sample', sql: 'create table sample.thing (id text primary key);\n' },
    ]);
    const place = mkdtempSync(path.join(tmpdir(), 'nephra-alone-'));
    try {
      const file = path.join(place, 'server.mjs');
      writeFileSync(file, code);
      const alone = `import(${JSON.stringify(pathToFileURL(file).href)}).catch(({ message }) => console.log(message))`;
      expect(execFileSync(process.execPath, ['-e', alone], { encoding: 'utf8', cwd: place })).toContain('it runs on the SDK 1 of the server that loads it');
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it('gets the same folder for the same content and another for other content', async () => {
    const [first, again] = [await buildPages({}), await buildPages({})];
    const other = await buildPages({ 'locales/en.json': '{ "search": "Find" }' });
    expect(again.folder).toBe(first.folder);
    expect(other.folder).not.toBe(first.folder);
  });

  it('may come without a server half or without pages; each half is the same without the other', async () => {
    const server = await buildOf(withoutPages({}));
    expect(server.manifest.web).toBeUndefined();
    expect(server.manifest.server).toEqual(sample.manifest.server);
    const pages = await buildPages({});
    expect(pages.manifest.server).toBeUndefined();
    expect(pages.manifest.web).toEqual(sample.manifest.web);
  });
});

describe('a plugin package with more in it', () => {
  let project: FixtureProject;
  let built: PluginBuild;
  beforeAll(async () => {
    project = fixtureProject({
      ...SAMPLE_PLUGIN,
      'server/index.ts': `import { defineServerPlugin, searchGrams } from '@nephra/plugin-sdk/server';
import migrations from './migrations';
const grams = () => searchGrams('重庆');
export default { ...defineServerPlugin({ schema: 'sample', migrations }), grams };`,
      'server/migrations/0002-second.sql': 'select 2;\n',
      'contract/settings.ts': `import { defineSettings, field } from '@nephra/plugin-sdk/record';
export const settings = defineSettings({ installation: { hour: field.int(0, 23).label('时刻', '時刻', 'SampleHour') } });`,
      'plugin.ts': `import { settings } from './contract/settings.ts';\n${SAMPLE_PLUGIN['plugin.ts']?.replace('settings: Type', 'editableSettings: settings, settings: Type') ?? ''}`,
    });
    built = await buildPlugin(project.folder, project.folder, project.sdk, project.doors);
  });
  afterAll(() => project.remove());
  const half = async () => await loadServerHalf(built.files.get(built.manifest.server?.entry ?? '') ?? new Uint8Array(), project.sdk);

  it("finds by every reading of pinyin, whose dictionaries are the SDK's", async () => {
    const { grams } = (await half()) as unknown as { grams: () => string[] };
    expect(grams()).toEqual(expect.arrayContaining(['重庆', 'cq', 'zq', 'cho', 'zho']));
    expect(built.carried).toEqual([]);
  });

  it('takes the migrations of the folder that it names, in the order of their names', async () => {
    expect((await half()).migrations).toEqual([
      { name: '0001-first', sql: 'create table sample.thing (id text primary key);\n' },
      { name: '0002-second', sql: 'select 2;\n' },
    ]);
    // A file that comes to the folder makes another package: the build looks at it.
    expect(built.inputs).toContain(path.join(project.folder, 'server/migrations'));
  });

  it('carries settings that people change in its manifest, and nothing of them in the browser', () => {
    const { manifest, files } = built;
    expect(manifest.editableSettings).toMatchObject({ kind: 'settings', fields: { hour: { kind: 'int', min: 0, max: 23, label: { en: 'SampleHour' } } } });
    for (const [name, content] of files) if (name.endsWith('.js')) expect([name, text(content).includes('SampleHour')]).toEqual([name, false]);
  });
});

describe('code that cannot work is refused with advice', () => {
  type Case = readonly [title: string, code: string, message: RegExp];
  /** The builder tells all that is wrong in one step at once: one page each, and one build for all of them. */
  const inPages: readonly Case[] = [
    [
      'a sub-path that the shell does not share',
      `import utc from 'dayjs/plugin/utc'; export const Page = () => utc;`,
      /'dayjs\/plugin\/utc' is not among the modules/,
    ],
    [
      'a file of a shared package',
      `import { x } from 'react/cjs/react.production.js'; export const Page = () => x;`,
      /'react\/cjs\/react.production.js' is not among/,
    ],
    ['a door as a whole', `import * as ui from '@nephra/plugin-sdk/ui'; export const Page = () => ui;`, /cannot be imported as a whole/],
    ['a door by default', `import ui from '@nephra/plugin-sdk/widgets'; export const Page = () => ui;`, /cannot be imported by default/],
    ['a door dynamically', `export const Page = () => import('@nephra/plugin-sdk/ui');`, /cannot be imported dynamically/],
    ['a name that a door lacks', `import { Tabel } from '@nephra/plugin-sdk/ui'; export const Page = () => Tabel;`, /has no 'Tabel'/],
    ['a tier that does not exist', `import { Button } from '@nephra/plugin-sdk/ui/grid'; export const Page = () => Button;`, /the builder finds the module/],
    ['a part of Node', `import fs from 'node:fs'; export const Page = () => fs;`, /'node:fs' is a part of Node.js/],
    ['the server half of the SDK', `import { sql } from '@nephra/plugin-sdk/server'; export const Page = () => sql;`, /belongs to the server half/],
  ];
  /** What is looked at when everything was found. */
  const bundled: readonly Case[] = [
    ['a second copy by path', `import * as x from '../../../../node_modules/mobx/dist/mobx.esm.js'; export const Page = () => x;`, /second copy of 'mobx'/],
    [
      'the component library itself',
      `import Divider from '@douyinfe/semi-ui/lib/es/divider'; export const Page = () => <Divider />;`,
      /import from '@nephra\/plugin-sdk\/ui'/,
    ],
    [
      'files outside of the plugin',
      `import { OPEN_ROUTES } from '../../../../shell/web/router/guard.ts'; export const Page = () => OPEN_ROUTES;`,
      /shell\/web\/router\/guard.ts lies outside the plugin/,
    ],
  ];
  describe.each([
    ['where names are resolved', inPages],
    ['where files are looked at', bundled],
  ])('%s', (_step, cases) => {
    let told: readonly string[];
    beforeAll(async () => {
      const pages = cases.map((_case, at) => `page('sample.p${at}', () => import('./web/p${at}.page.tsx'))`).join(', ');
      const files = Object.fromEntries(cases.map(([, code], at) => [`web/p${at}.page.tsx`, code]));
      const refused: unknown = await buildPages({ 'plugin.ts': withPages(pages), ...files }).catch((error: unknown) => error);
      told = refused instanceof BuildProblem ? refused.problems : [];
    });
    it.each(cases)('%s', (_title, _code, message) => {
      expect(
        told.some((problem) => message.test(problem)),
        told.join('\n'),
      ).toBe(true);
    });
    it('and nothing else', () => {
      for (const problem of told) expect([problem, cases.filter(([, , message]) => message.test(problem)).length]).toEqual([problem, 1]);
    });
  });

  it.each<readonly [title: string, sources: Sources, message: RegExp]>([
    ['a page imported at once', withoutServer({ 'plugin.ts': `import { Page } from './web/list.page.tsx'; export default Page;` }), /plugin.ts is data/],
    ['no definition', withoutServer({ 'plugin.ts': 'export const x = 1;' }), /export default definePlugin/],
    ['texts in two languages only', withoutServer({ 'plugin.ts': withPages(''), 'locales/en.json': '{' }), /en.json is not JSON/],
    [
      'a page for two',
      withoutServer({ 'plugin.ts': SAMPLE_PLUGIN['plugin.ts']?.replace(/pages: \[(.*)\],/, 'pages: [$1, $1],') ?? '' }),
      /Two pages claim the enCode 'sample.list'/,
    ],
    [
      'a page that begins with a list of nobody',
      withoutServer({ 'plugin.ts': withPages(`page('sample.list', () => import('./web/list.page.tsx'), { list: '/api/sample/rows' })`) }),
      /'sample.list' begins with the list \/api\/sample\/rows, and the server half has no `GET \/api\/sample\/rows`/,
    ],
    ['an id that is no id', withoutServer({ 'plugin.ts': withPages('').replace("'sample'", "'Sample Plugin'") }), /plugin.ts: id/],
    ['two migrations with one number', withFolder({ '0002-a.sql': '', '0002-b.sql': '' }), /server\/migrations: 0002-a.sql and 0002-b.sql have one number/],
    ['a gap between migrations', withFolder({ '0003-late.sql': '' }), /0003-late.sql: 0002 is missing before it/],
    [
      'server code that imports pages',
      withoutPages({ 'server/index.ts': `import { Button } from '@nephra/plugin-sdk/ui'; export default Button;` }),
      /belongs to the browser half/,
    ],
  ])('%s', async (_title, sources, message) => {
    await expect(buildOf(sources)).rejects.toThrow(message);
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
    'plugin.ts': withPages(pages),
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
