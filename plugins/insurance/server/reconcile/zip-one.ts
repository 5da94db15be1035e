import { crc32, deflateRawSync } from 'node:zlib';

/** A zip file with one text, as the platform wants uploads. */
export function zipOne(name: string, text: string): Buffer {
  const [path, content] = [Buffer.from(name, 'ascii'), Buffer.from(text, 'utf8')];
  const packed = deflateRawSync(content);
  // Version needed, flags, method, time, date, checksum, sizes, name length: the same in both places that tell of a part.
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt16LE(0x21, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(path.length, 22);
  const mark = (signature: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(signature);
    return bytes;
  };
  const local = Buffer.concat([mark(0x04034b50), facts, path, packed]);
  const entry = Buffer.concat([mark(0x02014b50), Buffer.from([20, 0]), facts, Buffer.alloc(14), path]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
