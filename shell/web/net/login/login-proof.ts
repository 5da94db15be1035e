import { sha256 } from '@noble/hashes/sha2.js';
import { LOGIN_PROOF_BITS, proofText } from '../../../contract/login-proof.ts';

/** So long the page may stand still at a time. */
const SLICE_MS = 10;
const TRIES_BETWEEN_LOOKS = 200;

const holds = (digest: Uint8Array): boolean => new DataView(digest.buffer, digest.byteOffset).getUint32(0) >>> (32 - LOGIN_PROOF_BITS) === 0;

/**
 * Does the work that gives a log-in its place where much is being guessed from one address. It runs while a person reads the picture, in
 * slices, and without the browser's own digests: these are missing where a page came over plain HTTP.
 * @returns the proof for the `proof` field of the log-in; empty when it was given up
 */
export async function findProof(pictureKey: string, signal: AbortSignal): Promise<string> {
  const encoder = new TextEncoder();
  let looked = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const proof = attempt.toString(36);
    if (holds(sha256(encoder.encode(proofText(pictureKey, proof))))) return proof;
    if (attempt % TRIES_BETWEEN_LOOKS !== 0) continue;
    if (signal.aborted) return '';
    if (performance.now() - looked < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    looked = performance.now();
  }
}
