import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signature of the service: the sorted parts run together, hashed. */
export const signatureOf = (...parts: readonly string[]): string =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');

/** In a time that tells nothing of where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest()];
  return timingSafeEqual(a, b);
}

const keyOf = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64');
/** The service pads to blocks of 32. */
const BLOCK = 32;
const RANDOM_BYTES = 16;
const LENGTH_BYTES = 4;

/** What an encrypted call says: 16 random bytes, length, text, app id. Undefined for what was sealed with another key, or for another account. */
export function openSealed(encrypted: string, aesKey: string, appId: string): string | undefined {
  try {
    const key = keyOf(aesKey);
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, RANDOM_BYTES)).setAutoPadding(false);
    const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]);
    const pad = padded.at(-1) ?? 0;
    if (pad < 1 || pad > BLOCK || padded.length < RANDOM_BYTES + LENGTH_BYTES + pad) return undefined;
    const plain = padded.subarray(0, padded.length - pad);
    const size = plain.readUInt32BE(RANDOM_BYTES);
    const from = RANDOM_BYTES + LENGTH_BYTES;
    if (from + size > plain.length || !isSameText(plain.subarray(from + size).toString('utf8'), appId)) return undefined;
    return plain.subarray(from, from + size).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The same way back, for answers. */
export function seal(text: string, aesKey: string, appId: string): string {
  const key = keyOf(aesKey);
  const content = Buffer.from(text, 'utf8');
  const size = Buffer.alloc(LENGTH_BYTES);
  size.writeUInt32BE(content.length);
  const plain = Buffer.concat([randomBytes(RANDOM_BYTES), size, content, Buffer.from(appId, 'utf8')]);
  const pad = BLOCK - (plain.length % BLOCK);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, RANDOM_BYTES)).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])), cipher.final()]).toString('base64');
}
