import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';

const ENCODINGS = [
  { token: 'br', suffix: '.br', wanted: /\bbr\b(?!;[ \t]{0,5}q=0(?:\.0{0,3})?[ \t]{0,5}(?:,|$))/ },
  { token: 'gzip', suffix: '.gz', wanted: /\bgzip\b(?!;[ \t]{0,5}q=0(?:\.0{0,3})?[ \t]{0,5}(?:,|$))/ },
] as const;

/** Joins a path from an address to a folder; undefined when it would leave the folder or is no plain file path. */
export function fileInside(folder: string, relative: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(relative);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').some((part) => part === '' || part.startsWith('.'))) return undefined;
  const whole = path.resolve(folder, decoded);
  return whole.startsWith(path.resolve(folder) + path.sep) ? whole : undefined;
}

interface Found {
  readonly file: string;
  readonly size: number;
  readonly modified: number;
  readonly encoding?: string;
}

async function look(file: string): Promise<Omit<Found, 'encoding'> | undefined> {
  const info = await stat(file).catch(() => undefined);
  return info?.isFile() ? { file, size: info.size, modified: Math.floor(info.mtimeMs) } : undefined;
}

async function choose(file: string, accepted: string, named: boolean): Promise<Found | undefined> {
  const plain = await look(file);
  if (!plain) return undefined;
  for (const { token, suffix, wanted } of ENCODINGS) {
    if (!wanted.test(accepted)) continue;
    const packed = await look(file + suffix);
    // A packed neighbour older than the file belongs to an earlier build; where names say the content it never does, whenever either was copied here.
    if (packed && (named || packed.modified >= plain.modified - 2000)) return { ...packed, encoding: token };
  }
  return plain;
}

/**
 * Sends a file, packed where a packed neighbour exists and the browser takes it.
 * @returns false when there is no such file; nothing was sent then.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: string, cacheControl: string): Promise<boolean> {
  const found = await choose(file, String(request.headers['accept-encoding'] ?? ''), cacheControl === IMMUTABLE);
  if (!found) return false;
  const tag = `"${found.modified.toString(36)}-${found.size.toString(36)}${found.encoding ? `-${found.encoding}` : ''}"`;
  reply.header('cache-control', cacheControl).header('etag', tag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === tag) {
    await reply.code(304).send();
    return true;
  }
  reply.header('content-type', TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream').header('content-length', found.size);
  if (found.encoding) reply.header('content-encoding', found.encoding);
  await reply.send(request.method === 'HEAD' ? '' : createReadStream(found.file));
  return true;
}
