// Makes the program of a package's process when the server itself runs from sources (tests, benchmarks): bundles it once per content. The built server
// has it beside itself.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..', '..');
const folders = [
  'shell/server/http/pipeline',
  'shell/server/host/apart',
  'shell/server/host/guard',
  'shell/server/host/registry',
  'plugin-sdk/server',
  'plugin-sdk/contract',
];

/** @returns {Promise<string>} path of the file */
export async function programFromSources() {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(name).update(readFileSync(join(root, folder, name)));
  const cache = join(root, 'node_modules', '.cache', 'nephra');
  const bundle = join(cache, `package-process-${hash.digest('hex').slice(0, 16)}.mjs`);
  if (existsSync(bundle)) return bundle;
  mkdirSync(cache, { recursive: true });
  const { build } = await import('esbuild');
  const unfinished = `${bundle}.${process.pid}.${randomBytes(6).toString('hex')}.mjs`;
  await build({
    entryPoints: [join(here, 'child', 'main.ts')],
    outfile: unfinished,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['nephra-source'],
    minifySyntax: true,
    logLevel: 'warning',
    banner: { js: "import { createRequire as nephraRequire } from 'node:module'; const require = nephraRequire(import.meta.url);" },
  });
  renameSync(unfinished, bundle);
  return bundle;
}
