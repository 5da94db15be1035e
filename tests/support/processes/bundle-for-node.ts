import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { migrationsForBundles } from '../../../plugin-sdk/cli/build/migrations-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Bundles TypeScript so that a child process can run it, with the workers of the database and of foreign files beside it as in the built server.
 * @param entries name → file below the project.
 * @returns the folder with `<name>.mjs` files; remove it at the end.
 */
export async function bundleForNode(entries: Readonly<Record<string, string>>): Promise<string> {
  // Below node_modules, so that the packages left outside are found.
  const cache = join(root, 'node_modules/.cache/nephra');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundle-'));
  await build({
    absWorkingDir: root,
    entryPoints: { ...entries, 'db-worker': 'shell/server/db/worker/db-worker.ts', 'foreign-worker': 'shell/server/foreign/foreign-worker.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@electric-sql/pglite', '@electric-sql/pglite/*', 'pg', 'pg-cursor', 'pg-copy-streams'],
    conditions: ['nephra-source'],
    loader: { '.sql': 'text' },
    plugins: [migrationsForBundles],
    // Packages of the older module kind ask for Node's own modules by `require`.
    banner: { js: "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url);" },
    logLevel: 'warning',
  });
  return folder;
}
