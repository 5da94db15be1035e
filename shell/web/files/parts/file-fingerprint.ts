/** Bytes that are read at each place. */
const PIECE_BYTES = 65_536;
const PLACES = 8;

/** FNV-1a over 32 bits. */
function mixed(hash: number, bytes: Uint8Array): number {
  let value = hash;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/**
 * What a file is called while its parts are on their way: the same after a reload, another one for a file that was changed. Of the content some pieces are
 * looked at, so that a file of a gigabyte does not keep the page waiting; size, name and time of the last change do the rest. No secret and no checksum.
 */
export async function fileFingerprint(file: File): Promise<string> {
  const last = Math.max(0, file.size - PIECE_BYTES);
  let [one, two] = [0x811c9dc5, 0x01234567];
  const take = (bytes: Uint8Array): void => {
    one = mixed(one, bytes);
    two = mixed(two ^ bytes.length, bytes);
  };
  take(new TextEncoder().encode(file.name));
  for (let at = 0; at < PLACES; at += 1) {
    const from = Math.floor((last * at) / (PLACES - 1));
    take(new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer()));
  }
  return `${file.size}-${file.lastModified}-${hex(one)}${hex(two)}`;
}
