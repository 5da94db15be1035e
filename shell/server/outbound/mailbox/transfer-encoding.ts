/** Most bytes that so many of content take up when they are transferred, ends of lines included. */
export const bytesToAsk = (encoding: string, maxBytes: number): number =>
  encoding === 'base64' ? Math.ceil(maxBytes * 1.4) + 128 : encoding === 'quoted-printable' ? maxBytes * 3 + 128 : maxBytes + 1;

const EQUALS = 0x3d;
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;
const hexOf = (byte: number | undefined): number => {
  const digit = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? -1 : digit;
};

/** What is no code of two digits stays as it stands. */
function withoutQuotes(content: Buffer): Buffer {
  const out = Buffer.alloc(content.length);
  let size = 0;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at] ?? 0;
    if (byte !== EQUALS) {
      out[size++] = byte;
      continue;
    }
    const [high, low] = [hexOf(content[at + 1]), hexOf(content[at + 2])];
    if (high >= 0 && low >= 0) {
      out[size++] = high * 16 + low;
      at += 2;
      continue;
    }
    // A line that goes on: blanks and the end of the line belong to the sign.
    let end = at + 1;
    while (isBlank(content[end])) end += 1;
    if (content[end] === 0x0d) end += 1;
    if (content[end] === 0x0a) at = end;
    else out[size++] = byte;
  }
  return out.subarray(0, size);
}

/** Takes a transfer encoding off. One that nobody knows is none. */
export function decodeTransfer(content: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(content.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? withoutQuotes(content) : content;
}
