import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { planChunks } from './chunks/chunk-plan.ts';
import { type FixtureProject, fixtureProject } from './fixture-project.ts';
import { toSystem } from './to-system.ts';
import { bundleForWeb } from './web-bundle.ts';

interface Loader {
  import(id: string): Promise<Record<string, unknown>>;
  delete(url: string): unknown;
}

let project: FixtureProject;
let system: Loader;
let out: string;
beforeEach(() => {
  project = fixtureProject();
  out = path.join(project.folder, 'out');
  const { System } = createRequire(import.meta.url)('systemjs') as { System: Loader & { constructor: new () => Loader } };
  system = new System.constructor();
});
afterEach(() => project.remove());

/** Builds the sources and writes them; answers the address of the entry. */
async function built(files: Record<string, string>): Promise<string> {
  project.write(files);
  const bundle = await bundleForWeb({ root: project.folder, entries: { entry: path.join(project.folder, 'entry.ts') }, plugins: [] });
  const entry = [...bundle.pieces.values()].find((piece) => piece.entry === 'entry')?.id ?? '';
  const chunks = await toSystem({
    pieces: bundle.pieces,
    plan: planChunks(bundle.pieces, [{ chunk: 'entry', entries: ['entry'] }]),
    inputs: { entry },
    isExternal: () => false,
    minify: true,
  });
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  for (const chunk of chunks) {
    writeFileSync(path.join(out, chunk.fileName), chunk.code);
    writeFileSync(path.join(out, `${chunk.fileName}.map`), chunk.map);
  }
  return pathToFileURL(path.join(out, chunks.find((chunk) => chunk.chunk === 'entry')?.fileName ?? '')).href;
}

it('keeps live bindings across files', async () => {
  const module = await system.import(
    await built({
      'entry.ts': `export const later = () => import('./page.ts'); export { count, raise } from './count.ts';`,
      'page.ts': `import { count, raise } from './count.ts'; export const seen = () => count; export const up = raise;`,
      'count.ts': `export let count = 0; export const raise = () => { count += 1; };`,
    }),
  );
  const page = (await (module.later as () => Promise<Record<string, () => unknown>>)()) as { seen: () => number; up: () => void };
  page.up();
  (module.raise as () => void)();
  expect([page.seen(), module.count]).toEqual([2, 2]);
});

it('loads dynamic imports from beside the file and knows its own address', async () => {
  const url = await built({
    'entry.ts': `export const own = import.meta.url; export const load = (name: 'a' | 'b') => name === 'a' ? import('./a.ts') : import('./b.ts');`,
    'a.ts': `import { both } from './both.ts'; export default 'a' + both;`,
    'b.ts': `import { both } from './both.ts'; export default 'b' + both; export const own = import.meta.url;`,
    'both.ts': `export const both = 'oth';`,
  });
  const module = await system.import(url);
  const load = module.load as (name: string) => Promise<{ default: string; own: string }>;
  expect(module.own).toBe(url);
  expect((await load('a')).default).toBe('aoth');
  const b = await load('b');
  expect(b.default).toBe('both');
  expect(path.dirname(b.own)).toBe(path.dirname(url));
});

it('survives circular imports, also across lazy pages', async () => {
  const module = await system.import(
    await built({
      'entry.ts': `import { even } from './even.ts'; export const test = (n: number) => even(n); export const page = () => import('./page.ts'); export const name = 'entry';`,
      'even.ts': `import { odd } from './odd.ts'; export function even(n: number): boolean { return n === 0 || odd(n - 1); }`,
      'odd.ts': `import { even } from './even.ts'; export function odd(n: number): boolean { return n !== 0 && even(n - 1); }`,
      'page.ts': `import { name, page } from './entry.ts'; export const back = () => name + (page === undefined);`,
    }),
  );
  expect((module.test as (n: number) => boolean)(10)).toBe(true);
  const page = (await (module.page as () => Promise<{ back: () => string }>)()) as { back: () => string };
  expect(page.back()).toBe('entryfalse');
});

it('keeps source positions through every step', async () => {
  const url = await built({
    'entry.ts': `const filler = 1;\n\nexport function fail(): never {\n  throw new Error('here' + filler);\n}\n`,
  });
  const file = new URL(url).pathname;
  const { readFileSync } = await import('node:fs');
  const code = readFileSync(file, 'utf8');
  const line = code.split('\n').findIndex((text) => text.includes('here'));
  const column = code.split('\n')[line]?.indexOf('throw') ?? 0;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  const entry = map.findEntry(line, column) as { originalSource: string; originalLine: number };
  expect(entry.originalSource).toMatch(/entry\.ts$/);
  expect(entry.originalLine).toBe(3);
  expect(code).toContain(`//# sourceMappingURL=${path.basename(file)}.map`);
});

it('answers an old failure until the address is deleted, then loads', async () => {
  const url = await built({ 'entry.ts': `if (globalThis.nephraFails) throw new Error('not yet'); export const fine = true;` });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'nephraFails'));
  Object.assign(globalThis, { nephraFails: true });
  await expect(system.import(url)).rejects.toThrow('not yet');
  Object.assign(globalThis, { nephraFails: false });
  await expect(system.import(url)).rejects.toThrow('not yet');
  system.delete(url);
  expect((await system.import(url)).fine).toBe(true);
});
