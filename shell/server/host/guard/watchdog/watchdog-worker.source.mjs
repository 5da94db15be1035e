// Runs the TypeScript watchdog when the server itself runs from sources (tests, benchmarks): bundles it once per content with the build tool
// and imports the result. The built server never comes here.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..', '..', '..');
const sources = readdirSync(here).map((name) => join(here, name));
const hash = createHash('sha256');
for (const file of sources.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()) hash.update(file).update(readFileSync(file));

const cache = join(root, 'node_modules', '.cache', 'nephra');
const bundle = join(cache, `watchdog-worker-${hash.digest('hex').slice(0, 16)}.mjs`);
if (!existsSync(bundle)) {
  mkdirSync(cache, { recursive: true });
  const { build } = await import('esbuild');
  const unfinished = `${bundle}.${process.pid}.${randomBytes(6).toString('hex')}.mjs`;
  await build({
    entryPoints: [join(here, 'watchdog-worker.ts')],
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
