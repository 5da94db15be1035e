import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, lockDigest, remember } from './input-state.mjs';

const OUTPUT = '.build/tools/builder.mjs';
const UNIT = 'builder';

/**
 * The builder is TypeScript and belongs to the SDK; Node 20 needs it as JavaScript.
 * @returns {Promise<{builder: object, key: string}>} the builder and a text that changes when it does
 */
export async function loadBuilder(root) {
  const lock = lockDigest(root);
  const output = path.join(root, OUTPUT);
  if (!isFresh(root, UNIT, lock)) {
    const { build } = await import('esbuild');
    const began = Date.now();
    const result = await build({
      absWorkingDir: root,
      entryPoints: ['plugin-sdk/cli/build/index.ts'],
      outfile: output,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      metafile: true,
      logLevel: 'warning',
    });
    const inputs = Object.keys(result.metafile.inputs).map((input) => path.join(root, input));
    remember(root, UNIT, lock, inputs, [OUTPUT], began);
  }
  const key = createHash('sha1').update(readFileSync(output)).update(lock).digest('base64');
  // Loaded only when something has to be built: the packages behind it take a while to load.
  return { key, load: () => import(`${pathToFileURL(output).href}?${encodeURIComponent(key)}`) };
}
