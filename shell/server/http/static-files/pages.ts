import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DATA_POLICY, SCRIPT_POLICY, setPolicyOfFile, UPLOAD_POLICY, withInlineScripts, withWasm } from '../security-headers.ts';
import { fileInside, IMMUTABLE, REVALIDATE, sendFile } from './static-files.ts';

export interface PageParts {
  /** Folder with index.html and assets. */
  readonly webDir: string;
  /** File of a plugin by the address below /plugins/; only files that its manifest lists for browsers. */
  readonly pluginFile: (address: string) => Promise<string | undefined>;
}

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><title>Nephra</title><p>The browser half is not built yet. Run <code>npm run build</code>.</p>';

/** CSP hashes of the scripts that stand in a page itself. */
export const inlineHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);

/** Hashes of the page as it lies on the disk; read again when it was built again. */
function hashesOfPage(file: string): () => Promise<readonly string[]> {
  let known: { readonly modified: number; readonly hashes: readonly string[] } | undefined;
  return async () => {
    const modified = (await stat(file).catch(() => undefined))?.mtimeMs;
    if (modified === undefined) return [];
    if (known?.modified !== modified) known = { modified, hashes: inlineHashes(await readFile(file, 'utf8')) };
    return known.hashes;
  };
}

/** Worker of the PDF engine; its policy is its own, not that of the page that starts it. */
const PDF_WORKER = /^assets\/pdf-[\w.]+\/pdf\.worker\.js$/;

/** The policy of a file that is no page and no picture of one; nothing for others. */
function policyOfFile(address: string): string | undefined {
  if (/\.(?:css|json)$/.test(address)) return DATA_POLICY;
  return /\.m?js$/.test(address) && !PDF_WORKER.test(address) ? SCRIPT_POLICY : undefined;
}

const ICON_CACHE = 'public, max-age=86400';

/** Serves the page, its hashed files and the files of plugins. Every address that is no file shows the page. */
export function servePages({ webDir, pluginFile }: PageParts): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const missing = async (reply: FastifyReply): Promise<void> => {
    await reply.code(404).header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found');
  };
  const page = path.join(webDir, 'index.html');
  const pageHashes = hashesOfPage(page);
  return async (request, reply) => {
    const address = (request.url.split('?', 1)[0] ?? '/').slice(1);
    const hashed = address.startsWith('assets/');
    const ofPlugin = address.startsWith('plugins/');
    const short = hashed || ofPlugin ? policyOfFile(address) : undefined;
    if (short !== undefined) setPolicyOfFile(reply, short);
    if (ofPlugin) {
      // Whatever else a package brings, nothing of it is a page of ours: it lies here before anybody has decided about the package, and after it was put aside.
      if (short === undefined) reply.header('content-security-policy', UPLOAD_POLICY);
      const file = await pluginFile(address.slice('plugins/'.length));
      if (!file || !(await sendFile(request, reply, file, IMMUTABLE))) await missing(reply);
      return;
    }
    // The page names its own icon; browsers ask here all the same, and bookmarks of other pages do.
    if (address === 'favicon.ico') {
      await reply.code(204).header('cache-control', ICON_CACHE).send();
      return;
    }
    const file = address === '' ? undefined : fileInside(webDir, address);
    const own = reply.getHeader('content-security-policy');
    if (PDF_WORKER.test(address) && typeof own === 'string') reply.header('content-security-policy', withWasm(own));
    if (file && path.extname(file) && path.basename(file) !== 'index.html' && (await sendFile(request, reply, file, hashed ? IMMUTABLE : REVALIDATE))) return;
    // A missing script must not be answered with a page: the browser would try to run it.
    if (hashed || /\.(js|css|map|json|png|svg|ico|woff2?)$/i.test(address)) return await missing(reply);
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string') reply.header('content-security-policy', withInlineScripts(policy, await pageHashes()));
    if (await sendFile(request, reply, page, REVALIDATE)) return;
    if (typeof policy === 'string') reply.header('content-security-policy', policy);
    await reply.code(503).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(NOT_BUILT);
  };
}
