/**
 * 32 hexadecimal digits that nobody else has: names of rows that exist on the screen only, and the key of an `Act`. Works without TLS too, where
 * `crypto.randomUUID` is missing.
 */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
