/**
 * A name for one act, sent with every try of it. `crypto.randomUUID` is missing on plain-http hospital networks,
 * `getRandomValues` is not.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
