/** The longest character of UTF-8, less its first byte: so much of one may be missing where a text was cut. */
const MAX_REST = 3;

/**
 * Text of a file whose encoding nobody has written down: UTF-8, or else GB 18030, in which older programs in China write. A character that was cut at the
 * end is left out.
 */
export function decodeText(bytes: Buffer): string {
  for (let rest = 0; rest <= MAX_REST; rest += 1) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, Math.max(0, bytes.length - rest)));
    } catch {
      // A byte less, or the other encoding.
    }
  }
  return new TextDecoder('gb18030').decode(bytes);
}
