import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const br = promisify(brotliCompress);
const gz = promisify(gzip);

/** The same, shorter: index.html bears the hash of every file of the shell, and hashes do not compress. */
export const pageIntegrityOf = (content: string | Uint8Array): string => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Hash in the form that browsers check: `sha384-…`. */
export const integrityOf = (content: string | Uint8Array): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

const COMPRESSED = /\.(js|css|json|html|svg|mjs|map)$/;

/** Compressing hard takes long, and a file's size is asked for before it is written. */
const packed = new WeakMap<Uint8Array, Promise<Buffer>>();

function compressBrotli(content: Uint8Array): Promise<Buffer> {
  const known = packed.get(content);
  if (known) return known;
  const started = br(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
  packed.set(content, started);
  return started;
}

/** Bytes of a file as it goes over the wire with brotli. */
export const brotliSize = async (content: Uint8Array): Promise<number> => (await compressBrotli(content)).length;

/** Writes files, each with `.br` and `.gz` beside it where that helps. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>, compress: boolean): Promise<void> {
  await Promise.all(
    [...files].map(async ([name, content]) => {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      if (!compress || !COMPRESSED.test(name) || name.endsWith('.map') || name.startsWith('server-') || content.length < 200) return;
      await Promise.all([writeFile(`${file}.br`, await compressBrotli(content)), writeFile(`${file}.gz`, await gz(content, { level: 9 }))]);
    }),
  );
}
