const SIGNATURES: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
];
const beginsWith = (content: Uint8Array, bytes: readonly number[], at = 0): boolean => bytes.every((byte, n) => content[at + n] === byte);

/** What a picture is by its bytes, whatever its sender calls it; undefined for anything that a page must not draw (SVG is a program). */
export function pictureType(content: Uint8Array): string | undefined {
  const known = SIGNATURES.find(([, bytes]) => beginsWith(content, bytes));
  if (known) return known[0];
  return beginsWith(content, [0x52, 0x49, 0x46, 0x46]) && beginsWith(content, [0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : undefined;
}

/** Whether a letter's HTML names an address, as it stands there: so nobody fetches through us what no letter of theirs holds. */
export const isNamedIn = (html: string, address: string): boolean =>
  html.includes(address) || ['&amp;', '&#38;', '&#x26;'].some((sign) => address.includes('&') && html.includes(address.replaceAll('&', sign)));
