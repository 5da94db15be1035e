import type { Drafts } from '@nephra/plugin-sdk/web';

/** Of whoever is signed in, and gone with the sign-out: nobody after them reads who stood beside them. */
const KEY = 'session:coSigners';
/** A shift has one or two who check for their neighbours. */
const MAX_SIGNERS = 3;

/** Another person who signed at this device. */
export interface Signer {
  readonly account: string;
  readonly name: string;
}

/** The last ones first. */
export const signersHere = (drafts: Drafts): readonly Signer[] => drafts.load<readonly Signer[]>(KEY) ?? [];

export function noteSigner(drafts: Drafts, signer: Signer): void {
  const others = signersHere(drafts).filter(({ account }) => account !== signer.account);
  drafts.save(KEY, [signer, ...others].slice(0, MAX_SIGNERS));
}
