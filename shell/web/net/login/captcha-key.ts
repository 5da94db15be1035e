/**
 * Names one picture with a code. `crypto.randomUUID` is missing on plain-http hospital networks,
 * `getRandomValues` is not.
 */
export function newCaptchaKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
