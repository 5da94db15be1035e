import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FOLDERS = ['shell', 'plugins', 'plugin-sdk', 'tests', 'tools'];
/** `later`: nothing of it can be used. `part`: some of it is there. `remark`: nothing that could be built. */
const KINDS = ['later', 'part', 'remark'];

const rowsOf = (file: string): string[][] =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

const items = new Set(rowsOf('spec-items.tsv').map(([id = '']) => id));
const notBuilt = rowsOf('not-built.tsv').map(([id = '', kind = '', missing = '']) => ({ id, kind, missing }));

/** Numbers of items in brackets, as in `[2.4-17]`, with the test files that hold them. */
function namedItems(): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (!/\.(test|spec|journey)\.tsx?$/.test(file) || /(^|[\\/])(node_modules|dist)[\\/]/.test(file)) continue;
      for (const [, id = ''] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\[(\d+(?:\.\d+)?-\d{2})\]/g))
        named.set(id, (named.get(id) ?? new Set()).add(file));
    }
  }
  return named;
}

describe('items of the specification', () => {
  const named = namedItems();
  const naming = (ids: readonly string[]): string[] => ids.flatMap((id) => [...(named.get(id) ?? [])].map((file) => `${id} in ${file}`));

  it('that are not built are listed once, with what is missing', () => {
    expect(notBuilt.filter(({ id, kind, missing }) => !items.has(id) || !KINDS.includes(kind) || missing === '')).toEqual([]);
    expect(new Set(notBuilt.map(({ id }) => id)).size).toBe(notBuilt.length);
  });

  it('that are not built are named by no test: it would prove something else', () => {
    expect(naming(notBuilt.filter(({ kind }) => kind !== 'part').map(({ id }) => id))).toEqual([]);
  });

  it('that are named exist', () => {
    expect(naming([...named.keys()].filter((id) => !items.has(id)))).toEqual([]);
  });

  it('are each named by a test, or listed as not built', () => {
    const listed = new Set(notBuilt.map(({ id }) => id));
    expect([...items].filter((id) => !named.has(id) && !listed.has(id))).toEqual([]);
  });
});
