import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingPaths, namedPaths, namedScripts } from './named-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const DOCUMENTS = ['tools/docs/ARCHITECTURE.md', 'tools/docs/CONTRIBUTING.md', 'tools/docs/GLOSSARY.md', 'README.md', 'plugin-sdk/README.md'];
/** For people who join: read from beginning to end. */
const MAX_LINES = 250;
const DECISIONS = readdirSync(path.join(root, 'plugin-sdk/decisions')).map((name) => `plugin-sdk/decisions/${name}`);

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const folderOf = (file: string): string => (path.dirname(file) === '.' ? '' : path.dirname(file));
/** What a build makes; it is there or not, and a clean clone has none of it. */
const MADE = /(^|\/)(dist|\.build|\.cache|test-results)(\/|$)/;
const around = (file: string) => ({ folder: folderOf(file), exists: (name: string) => MADE.test(name) || existsSync(path.join(root, name)) });
const scriptsOf = (file: string): string[] => Object.keys((JSON.parse(read(file)) as { readonly scripts: object }).scripts);
/** Those of this project, and those that a vendor's project begins with. */
const scripts = [...scriptsOf('package.json'), ...scriptsOf('plugin-sdk/cli/template/_package.json')];

describe.each([...DOCUMENTS, ...DECISIONS, 'shell/server/db/README.md'])('%s', (file) => {
  it('names files that are there', () => {
    expect(missingPaths(read(file), around(file))).toEqual([]);
  });

  it('names scripts that package.json has, here or in a vendor’s project', () => {
    expect(namedScripts(read(file)).filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

it('documents for people who join stay short and are linked from README.md', () => {
  for (const file of DOCUMENTS.filter((name) => name.startsWith('tools/docs/'))) {
    expect(read(file).split('\n').length, file).toBeLessThanOrEqual(MAX_LINES);
    expect(namedPaths(read('README.md'), around('README.md'))).toContain(file);
  }
});

describe('what a document names', () => {
  const exists = (name: string): boolean => ['shell', 'shell/web', 'plugin-sdk', 'plugin-sdk/decisions', 'plugin-sdk/decisions/a.md'].includes(name);
  const text = [
    'In `shell/web` and `shell/gone.ts`, see `decisions/a.md`, [there](decisions/b.md) and [home](https://example.org/shell).',
    'Not `plugins/<id>/web`, `shell/**`, `/api/x/y`, `~/shell/x`, `./shell/x` nor `a/b`; but `npx x --config shell/late.ts`, as `npm run build` does.',
    '```',
    'shell/example.ts `shell/inside.ts` npm run gone',
    '```',
  ].join('\n');

  it('is found in prose and beside it, not in examples', () => {
    expect(missingPaths(text, { folder: 'plugin-sdk', exists })).toEqual(['shell/gone.ts', 'shell/late.ts', 'decisions/b.md']);
    expect(missingPaths(text, { folder: '', exists })).toEqual(['shell/gone.ts', 'shell/late.ts']);
    expect(namedScripts(text)).toEqual(['build', 'gone']);
  });

  it('is much', () => {
    const named = DOCUMENTS.flatMap((file) => namedPaths(read(file), around(file)));
    expect(named.length).toBeGreaterThan(100);
  });
});
