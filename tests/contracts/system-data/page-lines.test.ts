import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** More than a page of tools may need of its own: what would be more belongs into the record engine or the kit. */
const MAX_LINES = 120;

/** Files of the pages that a plugin has, and of the page of a dictionary, which menus of type 4 open. */
const pagesOf = (plugin: string): readonly string[] =>
  [...readFileSync(path.join(ROOT, 'plugins', plugin, 'plugin.ts'), 'utf8').matchAll(/import\('(\.\/web\/[^']+\.page\.tsx)'\)/g)].map(([, file = '']) =>
    path.join('plugins', plugin, file),
  );

it('[2.5-05] [2.5-06] none of the twenty pages of system and data needs more than 120 lines of its own', () => {
  const lines = new Map(
    [...pagesOf('system'), ...pagesOf('data')].map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8').trimEnd().split('\n').length]),
  );
  expect(lines.size).toBeGreaterThanOrEqual(20);
  expect([...lines].filter(([, count]) => count > MAX_LINES)).toEqual([]);
});
