import { gzipSync } from 'node:zlib';

const BLOCK = 512;

/** A long path stands in two fields, parted at a slash (ustar). */
function parted(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return [prefix, rest];
  }
  throw new RangeError(`the file name ${name} is too long for an archive`);
}

/** Header of one plain file (ustar). Time and owner are fixed, so that the same files give the same archive. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, at: number, length: number) => block.write(text, at, length, 'utf8');
  const [prefix, rest] = parted(name);
  put(rest, 0, 100);
  put(prefix, 345, 155);
  put('0000644\0', 100, 8);
  put('0000000\0', 108, 8);
  put('0000000\0', 116, 8);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124, 12);
  put('00000000000\0', 136, 12);
  put('        ', 148, 8);
  put('0', 156, 1);
  put('ustar\0', 257, 6);
  put('00', 263, 2);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return block;
}

/**
 * A `.tgz` with these files at its top; the same files give the same bytes.
 * @param level of gzip: a package is packed once and sent often, an SDK that is put beside a project the other way round
 */
export function packTgz(files: ReadonlyMap<string, Uint8Array>, level = 9): Buffer {
  const parts: Uint8Array[] = [];
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push(header(name, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  parts.push(Buffer.alloc(BLOCK * 2));
  const packed = gzipSync(Buffer.concat(parts), { level });
  // Byte 9 names the operating system; the rest of the header carries no time.
  packed[9] = 255;
  return packed;
}

const textAt = (block: Buffer, from: number, length: number): string => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');

/** Files of an unzipped archive that `packTgz` or another plain packer made. @throws Error when it is damaged. */
export function readTar(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const block = archive.subarray(at, at + BLOCK);
    if (block.every((byte) => byte === 0)) return files;
    const size = Number.parseInt(textAt(block, 124, 12).trim(), 8);
    if (!Number.isSafeInteger(size) || at + BLOCK + size > archive.length) throw new Error('the archive is damaged');
    const type = String.fromCharCode(block[156] ?? 0);
    const prefix = textAt(block, 257, 5) === 'ustar' ? textAt(block, 345, 155) : '';
    const name = prefix === '' ? textAt(block, 0, 100) : `${prefix}/${textAt(block, 0, 100)}`;
    if (type === '0' || type === '\0') files.set(name, archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error('the archive ends too early');
}
