import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { locateSdk } from './sdk-location.ts';
import { UI_DOOR } from './doors/shared-names.ts';

/** The part of a Vite plugin that is used here. */
export interface ResolvePlugin {
  readonly name: string;
  readonly enforce: 'pre';
  resolveId(source: string): Promise<string | null>;
}

/**
 * Vite plugin for tests: stands one ready-made file in for the component library, without its style sheets. Node could
 * not load the library's own files, and a test run would read more than a thousand of them again and again.
 * @param root folder with node_modules
 */
export function componentsForTests(root: string): ResolvePlugin {
  let file: Promise<string> | undefined;
  return {
    name: 'nephra-components-for-tests',
    enforce: 'pre',
    async resolveId(source) {
      if (source !== UI_DOOR) return null;
      file ??= bundleOnce(root);
      return file;
    },
  };
}

async function bundleOnce(root: string): Promise<string> {
  const sdk = locateSdk(root);
  const entry = sdk.file('web/ui/index');
  const folder = path.dirname(entry);
  const hash = createHash('sha1').update(readFileSync(sdk.require.resolve('@douyinfe/semi-ui/package.json')));
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (name.isFile()) hash.update(readFileSync(path.join(name.parentPath, name.name)));
  const cache = path.join(root, 'node_modules/.cache/nephra');
  const file = path.join(cache, `components-${hash.digest('hex').slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${process.pid}.mjs`;
  await build({
    entryPoints: [entry],
    outfile: unfinished,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'],
    loader: { '.css': 'empty' },
    conditions: ['module', ...sdk.conditions],
    // CommonJS packages inside still call `require('react')`.
    banner: { js: "import { createRequire as nephraRequire } from 'node:module'; const require = nephraRequire(import.meta.url);" },
    legalComments: 'none',
    logLevel: 'error',
  });
  renameSync(unfinished, file);
  return file;
}
