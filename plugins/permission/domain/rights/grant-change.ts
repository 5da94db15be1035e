import { grantCode, type Right } from '@nephra/plugin-sdk/contract';

export const codeOf = ({ kind, menuCode, itemCode }: Right): string => grantCode(kind, menuCode, itemCode);

/** What a change of grants comes to. */
export interface GrantChange {
  readonly added: readonly Right[];
  readonly removed: readonly Right[];
  /** Wanted, not there yet, and not held by the caller: the change is refused as a whole. */
  readonly tooMuch: readonly Right[];
}

/**
 * Replaces the rights of one object by those wanted.
 * @param sees rights that the caller can see and holds; everything else that is granted stays, because the caller could not have
 *   asked for it
 */
export function replaceGrants(granted: readonly Right[], wanted: readonly Right[], sees: (right: Right) => boolean): GrantChange {
  const wantedCodes = new Set(wanted.map(codeOf));
  return { ...addGrants(granted, wanted, sees), removed: granted.filter((right) => !wantedCodes.has(codeOf(right)) && sees(right)) };
}

/** Adds rights to those of an object; nothing is taken away. */
export function addGrants(granted: readonly Right[], wanted: readonly Right[], sees: (right: Right) => boolean): GrantChange {
  const have = new Set(granted.map(codeOf));
  const fresh = new Map(wanted.map((right) => [codeOf(right), right]));
  const added = [...fresh].flatMap(([code, right]) => (have.has(code) ? [] : [right]));
  return { added, removed: [], tooMuch: added.filter((right) => !sees(right)) };
}
