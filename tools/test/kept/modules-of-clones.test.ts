import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shareModules, withoutPlace, withPlace } from './modules-of-clones.mjs';

const COMMENT = '\n//# vitestCache=';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const moduleOf = (code: string, about: string): string => code + COMMENT + base64(about);
const aboutOf = (text: string): string => Buffer.from(text.slice(text.lastIndexOf(COMMENT) + COMMENT.length), 'base64').toString();

describe('a translated module without its place', () => {
  const root = '/work/one';
  const kept = moduleOf('var _jsxFileName = "/work/one/shell/a.tsx";', '{"file":"/work/one/shell/a.tsx"}');

  test('is the same one in another clone', () => {
    const there = withPlace(withoutPlace(kept, { root, source: 'export const A = 1;' }) ?? '', '/home/other') ?? '';
    expect(there).toContain('"/home/other/shell/a.tsx"');
    expect(aboutOf(there)).toBe('{"file":"/home/other/shell/a.tsx"}');
    expect(there).not.toContain('/work/one');
  });

  test.each([
    ['its own text names the place', kept, 'const at = "/work/one/x";'],
    ['it imports from outside of the clone', moduleOf('import "/@fs/opt/node_modules/x.js";', '{}'), ''],
    [
      'its map names the place',
      moduleOf(`x\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${base64('{"sources":["/work/one/a"]}')}`, '{}'),
      '',
    ],
    ['it is none', 'const a = 1;', ''],
  ])('there is none where %s', (_why, text, source) => {
    expect(withoutPlace(text, { root, source })).toBeUndefined();
  });
});

describe('clones', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'nephra-clones-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** The runner of one clone, as far as it keeps modules: under a name that holds the clone's place. */
  const clone = (name: string, { css = false, resolve = 'source' } = {}) => {
    const root = path.join(home, name);
    const own = path.join(root, 'kept');
    mkdirSync(own, { recursive: true });
    const translated: string[] = [];
    const environment = { name: 'ssr', config: { root, base: '/', mode: 'test', consumer: 'server', resolve, plugins: [], configFileDependencies: [] } };
    const cache = {
      generateCachePath: (_config: object, _environment: object, id: string, source: string): string | null =>
        path.join(
          own,
          Buffer.from(id + source)
            .toString('hex')
            .slice(-60),
        ),
      saveCachedModule: async (file: string, { code }: { code: string }): Promise<void> => writeFileSync(file, moduleOf(code, `{"root":"${root}/"}`)),
    };
    shareModules(cache, { root, folder: path.join(home, 'shared') });
    const load = async (module: string, source: string): Promise<string> => {
      const file = cache.generateCachePath({ css }, environment, path.join(root, module), source) ?? '';
      try {
        return readFileSync(file, 'utf8');
      } catch {
        translated.push(module);
        await cache.saveCachedModule(file, { code: `const at = "${root}/${module}"; ${source}` });
        return readFileSync(file, 'utf8');
      }
    };
    return { root, load, translated };
  };

  test('a fresh one takes what another one translated, with its own place in it', async () => {
    const [first, second] = [clone('first'), clone('second')];
    await first.load('a.ts', 'one');
    const text = await second.load('a.ts', 'one');
    expect(second.translated).toEqual([]);
    expect(text).toContain(`"${second.root}/a.ts"`);
    expect(aboutOf(text)).toBe(`{"root":"${second.root}/"}`);
    expect(readdirSync(path.join(home, 'shared'))).toHaveLength(1);
  });

  test('another text, another path, other settings are other modules', async () => {
    const first = clone('first');
    await first.load('a.ts', 'one');
    const second = clone('second');
    await second.load('a.ts', 'two');
    await second.load('b.ts', 'one');
    expect(second.translated).toEqual(['a.ts', 'b.ts']);
    for (const other of [clone('third', { resolve: 'built' }), clone('fourth', { css: true })]) {
      await other.load('a.ts', 'one');
      expect(other.translated).toEqual(['a.ts']);
    }
  });

  test('a runner that keeps modules in another way is left as it is', () => {
    expect(() => shareModules({}, { root: home, folder: path.join(home, 'shared') })).not.toThrow();
    expect(() => shareModules(undefined, { root: home, folder: path.join(home, 'shared') })).not.toThrow();
  });
});

test('the runner that is installed keeps modules in this way', async () => {
  const folder = path.resolve('node_modules/vitest/dist/chunks');
  const runner = readdirSync(folder)
    .filter((name) => name.startsWith('cli-api.'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
  for (const part of [
    'generateCachePath(vitestConfig, environment, id, fileContent) {',
    'async saveCachedModule(cachedFilePath, fetchResult',
    'this._fsCache = new FileSystemModuleCache(this)',
    String.raw`const cacheComment = "\n//# vitestCache="`,
  ])
    expect(runner).toContain(part);
});
