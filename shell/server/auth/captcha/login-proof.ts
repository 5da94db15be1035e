import { createHash } from 'node:crypto';
import { LOGIN_PROOF_BITS, proofText } from '../../../contract/index.ts';

/**
 * True when the client did the work that our own log-in page does while a person reads the picture. The key of the picture is good
 * once, and so is the proof that belongs to it.
 */
export function proofHolds(pictureKey: string, proof: string): boolean {
  if (pictureKey === '' || proof === '') return false;
  const digest = createHash('sha256').update(proofText(pictureKey, proof)).digest();
  return digest.readUInt32BE(0) >>> (32 - LOGIN_PROOF_BITS) === 0;
}
