import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { resolveSpecifier } from '../../tools/test/imports/scan.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const below = (folder: string, pattern: RegExp): string[] =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => pattern.test(name) && !name.includes('.test.'))
        .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
        .sort()
    : [];

/** Every `from '…'` that is there at run time; the formatter gives all of them this form. */
const RUN_TIME_IMPORT = /^(?:import|export)(?! type)[^;'`]*? from '([^']+)'/gm;

/**
 * What decides how a database looks after its first start: migrations, the generator of the demo data, and the code that fills an empty database
 * with all that it imports. Nothing else of the server does, so an edit elsewhere keeps the templates. (Services that a plugin's demo calls
 * through the host are not followed.)
 */
export function firstStartFiles(plugins: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !existsSync(path.join(root, file))) return;
    // `import migrations from './migrations'`: its files.
    if (statSync(path.join(root, file)).isDirectory()) return void below(file, /\.sql$/).forEach(add);
    found.add(file);
    if (!/\.(ts|mjs)$/.test(file)) return;
    for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(RUN_TIME_IMPORT)) {
      const target = resolveSpecifier(file, specifier);
      if (!target.startsWith('npm:') && !target.startsWith('node:')) add(target);
    }
  };
  for (const file of below('shell/server/first-start', /\.ts$/)) add(file);
  for (const file of below('shell/server/core/migrations', /\.sql$/)) add(file);
  for (const file of below('tools/seed', /\.mjs$/)) add(file);
  for (const plugin of plugins) {
    for (const file of below(`plugins/${plugin}/server`, /\.sql$|demo[^/]*\.ts$/)) add(file);
  }
  return [...found].sort();
}

// waits: the same files give the same digest
const known = new Map<string, string>();

/** Hash of `firstStartFiles`, once per thread. */
export function firstStartDigest(plugins: readonly string[]): string {
  const key = plugins.join();
  const before = known.get(key);
  if (before) return before;
  const hash = createHash('sha256');
  for (const file of firstStartFiles(plugins))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)));
  const digest = hash.digest('hex').slice(0, 16);
  known.set(key, digest);
  return digest;
}
