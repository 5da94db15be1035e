/** A random name for one act of a person. Works without TLS too, where `crypto.randomUUID` is missing. */
export function newActKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
