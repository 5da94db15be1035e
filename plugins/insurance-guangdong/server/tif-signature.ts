import { createHash } from 'node:crypto';

/** `x-tif-signature`: SHA-256 of timestamp + secret + nonce + timestamp, in lower case. `timestamp` counts seconds. */
export const tifSignature = (timestamp: string, secret: string, nonce: string): string =>
  createHash('sha256').update(`${timestamp}${secret}${nonce}${timestamp}`, 'utf8').digest('hex');

/** Portals of this kind print either case. */
export const isSameSignature = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export interface SigningKeys {
  readonly paasid: string;
  readonly secret: string;
}

/** The four headers that the gateway checks. */
export function tifHeaders({ paasid, secret }: SigningKeys, now: Date, nonce: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { 'x-tif-paasid': paasid, 'x-tif-timestamp': timestamp, 'x-tif-nonce': nonce, 'x-tif-signature': tifSignature(timestamp, secret, nonce) };
}
