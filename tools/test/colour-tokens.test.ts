import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('colours of danger and of states stand in tokens.css alone; the log-in page, which has no theme, may name them behind a token', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const css = readFileSync(path.join(root, 'shell/web/theme/tokens.css'), 'utf8');
  const tokens = [...css.matchAll(/--nephra-(?:success|info|warning|danger)[a-z-]*: (#[0-9a-f]{6});/g)].map(([, colour]) => colour ?? '');
  expect(new Set(tokens).size).toBe(15);
  const named = ['shell/web', 'plugins', 'plugin-sdk/web']
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css') && !/(^|[\\/])(node_modules|dist)[\\/]/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replace(/var\(--nephra-[a-z-]+, #[0-9a-f]{6}\)/g, '');
      return tokens.filter((colour) => text.toLowerCase().includes(colour)).map((colour) => `${file}: ${colour}`);
    });
  expect(named).toEqual([]);
});
