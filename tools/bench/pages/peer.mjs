import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Base path that the published build of the peer is made for. */
const BASE = '/vue-element-admin/';
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.woff': 'font/woff' };
const COMPRESSED = new Set(['.html', '.js', '.css']);

export const PEER_HINT = 'PEER_DIST names the folder of a built vue-element-admin (branch gh-pages of its repository)';

/** Its page calls for advertisements, which a measurement without a line to the world must not wait for. */
const withoutAdvertisements = (html) => html.replace(/<script async src="?\/\/cdn\.carbonads\.com[^>]*><\/script>/, '');

function bodies(folder) {
  const known = new Map();
  return (name) => {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep) || !existsSync(file) || !statSync(file).isFile()) return undefined;
    if (!known.has(name)) {
      const kind = path.extname(name);
      const plain = kind === '.html' ? Buffer.from(withoutAdvertisements(readFileSync(file, 'utf8'))) : readFileSync(file);
      const brotli = COMPRESSED.has(kind);
      const body = brotli
        ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
        : plain;
      known.set(name, { body, headers: { 'content-type': TYPES[kind] ?? 'application/octet-stream', ...(brotli ? { 'content-encoding': 'br' } : {}) } });
    }
    return known.get(name);
  };
}

/**
 * Serves the list page of vue-element-admin as it is published, brotli-compressed like ours. Its data comes from a mock inside its page.
 * @returns {Promise<{url: string, rows: string, prepare: (context: object) => Promise<void>, stop: () => Promise<void>} | undefined>} undefined without `PEER_DIST`
 */
export async function startPeer(folder = process.env.PEER_DIST) {
  if (!folder) return undefined;
  const bodyOf = bodies(path.resolve(folder));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://peer');
    const found = pathname.startsWith(BASE) ? bodyOf(decodeURIComponent(pathname.slice(BASE.length)) || 'index.html') : undefined;
    if (found) response.writeHead(200, found.headers).end(found.body);
    else response.writeHead(404).end();
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    url: `${origin}${BASE}#/table/complex-table`,
    rows: '.el-table__body tbody tr td',
    prepare: (context) => context.addCookies([{ name: 'Admin-Token', value: 'admin-token', url: origin }]),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
