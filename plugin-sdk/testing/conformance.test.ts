import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integrityOf } from '../cli/build/package-files.ts';
import { runConformance } from './conformance.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nephra-conformance-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = { zh: '测', zhtw: '測', en: 'Test' };
const GOOD = {
  'plugin-1.js': 'System.register([],function(e){return{execute(){}}});',
  'zh.json': '{"title":"你好 {{name}}"}',
  'zhtw.json': '{"title":"{{name}} 你好"}',
  'en.json': '{"title":"Hello {{ name }}"}',
} as const;

async function write(files: Record<string, string>, change: (manifest: Record<string, unknown>) => void = () => undefined): Promise<void> {
  const manifest: Record<string, unknown> = {
    schema: 1,
    id: 'test-plugin',
    version: '1.0.0',
    sdk: '^1.0.0',
    name: text,
    dependsOn: [],
    contributes: { pages: ['his.test'], menuTypes: [], slots: [], menus: [{ enCode: 'his.test', type: 2, title: text }], permissions: [] },
    outboundHosts: [],
    web: { entry: 'plugin-1.js', css: {} },
    locales: { zh: 'zh.json', zhtw: 'zhtw.json', en: 'en.json' },
    files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, { integrity: integrityOf(content), size: Buffer.byteLength(content) }])),
  };
  change(manifest);
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(path.join(folder, name), content)));
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const rulesOf = async (): Promise<string[]> => [...new Set((await runConformance(folder)).findings.map((finding) => finding.rule))];

describe('conformance of a built package', () => {
  it('finds nothing in a good one, packed copies included', async () => {
    await write(GOOD);
    await writeFile(path.join(folder, 'plugin-1.js.br'), 'x');
    expect(await runConformance(folder)).toMatchObject({ ok: true, findings: [], manifest: { id: 'test-plugin' } });
  });

  it('says so when there is no package', async () => {
    expect(await rulesOf()).toEqual(['manifest']);
  });

  it('names what the schema refuses', async () => {
    await write(GOOD, (manifest) => {
      manifest.id = 'Not An Id';
    });
    const { findings } = await runConformance(folder);
    expect(findings[0]?.message).toContain('/id');
  });

  it('a file that was changed, is missing or is too many', async () => {
    await write(GOOD);
    await writeFile(path.join(folder, 'en.json'), '{"title":"Hullo {{ name }}"}');
    await rm(path.join(folder, 'zhtw.json'));
    await writeFile(path.join(folder, 'more.js'), '');
    const { findings } = await runConformance(folder);
    expect(
      findings
        .filter((finding) => finding.rule === 'files')
        .map((finding) => finding.message.split(' ')[0])
        .sort(),
    ).toEqual(['en.json', 'more.js', 'zhtw.json']);
  });

  it('a file name that points out of the package', async () => {
    await write(GOOD, (manifest) => {
      (manifest.files as Record<string, unknown>)['../evil.js'] = { integrity: 'sha384-x', size: 1 };
    });
    expect((await runConformance(folder)).findings.map((finding) => finding.message)).toContain('../evil.js points out of the package.');
  });

  it.each([
    ['a missing text', { ...GOOD, 'en.json': '{}' }],
    ['an empty text', { ...GOOD, 'en.json': '{"title":" "}' }],
    ['a lost blank', { ...GOOD, 'en.json': '{"title":"Hello"}' }],
    ['no JSON', { ...GOOD, 'en.json': 'x' }],
  ])('%s', async (_, files) => {
    await write(files);
    expect(await rulesOf()).toEqual(['texts']);
  });

  it.each([
    'export const a = 1;',
    'System.register([],function(){return{execute(){eval("1")}}});',
    'System.register([],function(){return{execute(){new Function("1")}}});',
  ])('a script that browsers of the hospital would refuse: %s', async (code) => {
    await write({ ...GOOD, 'plugin-1.js': code });
    expect(await rulesOf()).toEqual(['scripts']);
  });

  it('an entry over its budget', async () => {
    const noise = Array.from({ length: 60_000 }, (_, at) => ((at * 2_654_435_761) >>> 0).toString(36)).join('');
    await write({ ...GOOD, 'plugin-1.js': `System.register([],function(){return{execute(){"${noise}"}}});` });
    expect(await rulesOf()).toEqual(['sizes']);
  });

  it('another SDK, a menu without a page, a menu twice', async () => {
    await write(GOOD, (manifest) => {
      manifest.sdk = '^2.0.0';
      const contributes = manifest.contributes as { menus: unknown[]; pages: string[] };
      contributes.pages = [];
      contributes.menus.push(contributes.menus[0]);
    });
    expect(await rulesOf()).toEqual(['sdk', 'menus']);
  });
});
