import { deflateRawSync, inflateRawSync } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;
/** 1 January 2026 in the format of zip files: the same content gives the same bytes. */
const DAY = ((2026 - 1980) << 9) | (1 << 5) | 1;
const MAX_UNPACKED = 64 * 1024 * 1024;

const TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** A zip of one file. */
export function zipOf(name: string, content: Buffer): Buffer {
  const title = Buffer.from(name);
  const packed = deflateRawSync(content);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(UTF8_NAMES, 2);
  facts.writeUInt16LE(DEFLATE, 4);
  facts.writeUInt16LE(DAY, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(title.length, 22);
  const word = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const local = Buffer.concat([word(LOCAL), facts, title, packed]);
  const central = Buffer.concat([word(CENTRAL), Buffer.from([20, 0]), facts, Buffer.alloc(14), title]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, word(END), end]);
}

/** First file of a zip; undefined when it is none. */
export function unzipFirst(zip: Buffer): { readonly name: string; readonly content: Buffer } | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length) return undefined;
  const central = zip.readUInt32LE(end + 16);
  if (central + 46 > zip.length || zip.readUInt32LE(central) !== CENTRAL) return undefined;
  const method = zip.readUInt16LE(central + 10);
  const packedLength = zip.readUInt32LE(central + 20);
  const nameLength = zip.readUInt16LE(central + 28);
  const local = zip.readUInt32LE(central + 42);
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== LOCAL) return undefined;
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(from, from + packedLength);
  try {
    const content = method === DEFLATE ? inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED }) : Buffer.from(packed);
    return { name: zip.toString('utf8', central + 46, central + 46 + nameLength), content };
  } catch {
    return undefined;
  }
}
