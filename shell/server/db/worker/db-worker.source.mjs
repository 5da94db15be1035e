// Runs the TypeScript worker when the server itself runs from sources (tests, benchmarks): bundles it once per content
// with the build tool and imports the result. The built server never comes here.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const sources = [here, join(here, '..', 'embedded')].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
const hash = createHash('sha256');
for (const file of sources.filter((name) => name.endsWith('.ts')).sort()) hash.update(file).update(readFileSync(file));

// Below the project's node_modules, so that the engine's package is found from there.
const cache = join(here, '..', '..', '..', '..', 'node_modules', '.cache', 'nephra');
const bundle = join(cache, `db-worker-${hash.digest('hex').slice(0, 16)}.mjs`);
if (!existsSync(bundle)) {
  mkdirSync(cache, { recursive: true });
  const { build } = await import('esbuild');
  const unfinished = `${bundle}.${process.pid}.${Math.random().toString(36).slice(2)}.mjs`;
  await build({
    entryPoints: [join(here, 'db-worker.ts')],
    outfile: unfinished,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    conditions: ['nephra-source'],
    logLevel: 'warning',
  });
  renameSync(unfinished, bundle);
}
await import(pathToFileURL(bundle).href);
