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
