import { createHash } from 'node:crypto';
import type { Rights } from './rights.ts';

const known = new WeakMap<Rights, string>();

/** Stands for all that a person may do and see: two digests differ when an open screen would show something else. */
export function rightsDigest(rights: Rights): string {
  let digest = known.get(rights);
  if (digest === undefined) {
    const { roles, positions, orgIds, orgPath, departmentName, priceType, isAdministrator, granted, schemes } = rights;
    const facts = { roles, positions, orgIds: [...orgIds].sort(), orgPath, departmentName, priceType, isAdministrator, granted: [...granted].sort(), schemes };
    digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
    known.set(rights, digest);
  }
  return digest;
}

/** What a screen shows besides that is not its person's. */
export interface ScreenFacts {
  /** Other than before when the site changed its menus; empty where it never did. */
  readonly siteStamp: string;
  /** The same of its texts. A screen that was sent the change itself puts the new one in place of the old one. */
  readonly textStamp: string;
}

/** The same and what the site made of its menus and texts: `rights.menus.texts`, as a screen tells its person of changed rights alone. */
export const screenDigest = (rights: Rights, { siteStamp, textStamp }: ScreenFacts): string => `${rightsDigest(rights)}.${siteStamp}.${textStamp}`;
