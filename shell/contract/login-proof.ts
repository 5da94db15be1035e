/** How many leading bits of the digest have to be zero: about 65,000 tries on the average, a fraction of a second in a browser. */
export const LOGIN_PROOF_BITS = 16;

/** Whose SHA-256 is looked at: the key of the picture, which is good for one try, and what the client found by trying. */
export const proofText = (pictureKey: string, proof: string): string => `${pictureKey}:${proof}`;
