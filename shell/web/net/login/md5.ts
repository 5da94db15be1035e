/**
 * MD5 of a text's UTF-8 bytes as 32 lower-case hex digits (RFC 1321). The wire asks for it in log-in, unlock and password
 * change (spec 7.2); it hides nothing from an attacker, so the server stores a slow salted hash of what arrives.
 */
export function md5(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  let a = 0x67452301;
  let b = 0xefcdab89;
  let c = 0x98badcfe;
  let d = 0x10325476;
  for (let block = 0; block < words.length; block += 16) {
    const [a0, b0, c0, d0] = [a, b, c, d];
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const mix = mixed(round, b, c, d);
      const sum = (a + mix + (SINES[step] ?? 0) + (words[block + wordOf(round, step)] ?? 0)) | 0;
      const shift = SHIFTS[round]?.[step & 3] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    [a, b, c, d] = [(a + a0) | 0, (b + b0) | 0, (c + c0) | 0, (d + d0) | 0];
  }
  return [a, b, c, d].map(littleEndianHex).join('');
}

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const SINES = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0);

function mixed(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (d & b) | (~d & c);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}

function wordOf(round: number, step: number): number {
  if (round === 0) return step;
  if (round === 1) return (5 * step + 1) & 15;
  return round === 2 ? (3 * step + 5) & 15 : (7 * step) & 15;
}

/** Message, one set bit, zeros, length in bits: a multiple of 16 little-endian words. */
function paddedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  for (let index = 0; index <= bytes.length; index += 1) {
    const byte = index < bytes.length ? (bytes[index] ?? 0) : 0x80;
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << ((index & 3) * 8));
  }
  words[words.length - 2] = bytes.length * 8;
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29);
  return words;
}

const littleEndianHex = (word: number): string => [0, 8, 16, 24].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, '0')).join('');
