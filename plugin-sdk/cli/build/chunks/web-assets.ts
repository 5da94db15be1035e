import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';

export const PICTURES = /\.(svg|png|jpe?g|gif|webp|avif|woff2?|mp3|ico)$/;
const NAMESPACE = 'nephra-asset';

export const shortHash = (content: string | Uint8Array, length = 8): string =>
  createHash('sha256').update(content).digest('base64url').replace(/[-_]/g, '0').slice(0, length);

/**
 * esbuild plugin: a picture imported by a script becomes a hashed file beside the scripts, its value the full address.
 * The address is made from `import.meta.url`, because a package does not know the folder that it will be served from.
 */
export function webAssets(files: Map<string, Uint8Array>): Plugin {
  return {
    name: 'nephra-assets',
    setup(build) {
      build.onResolve({ filter: PICTURES }, ({ path: name, kind, resolveDir }) => {
        if (kind !== 'import-statement' || !name.startsWith('.')) return undefined;
        return { path: path.resolve(resolveDir, name), namespace: NAMESPACE };
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path: file }) => {
        const content = await readFile(file);
        const { name, ext } = path.parse(file);
        const hashed = `${name}-${shortHash(content)}${ext}`;
        files.set(hashed, content);
        return { contents: `export default new URL(${JSON.stringify(`./${hashed}`)}, import.meta.url).href;`, watchFiles: [file] };
      });
    },
  };
}
