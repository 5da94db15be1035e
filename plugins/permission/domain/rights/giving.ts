import type { Right } from '@nephra/plugin-sdk/contract';
import { isAdministrative } from './administrative-right.ts';
import { codeOf } from './grant-change.ts';

/** How far a role reaches, lowest first: daily work, people of a facility, the whole installation. */
export const ROLE_RANKS = ['work', 'administration', 'system'] as const;
export type RoleRank = (typeof ROLE_RANKS)[number];

/** A role as somebody may give it. */
export interface RankedRole {
  readonly id: string;
  readonly rank: RoleRank;
  /** Organisations it is limited to; empty = for everybody. */
  readonly orgIds: readonly string[];
  readonly rights: readonly Right[];
}

/** Whoever wants to give something. */
export interface Giver {
  readonly isAdministrator: boolean;
  readonly holds: (right: Right) => boolean;
  /** Whether they look after an organisation. */
  readonly administers: (orgId: string) => boolean;
  /** Roles that what was delegated to them names at an organisation. */
  readonly namedAt: (orgId: string) => readonly RankedRole[];
}

/** Whoever shall have it, directly or through a role, position or group. */
export interface Receiver {
  /** The giver is among them. */
  readonly isGiver: boolean;
  /** Where they work; empty = anywhere. */
  readonly orgIds: readonly string[];
}

export type GivingProblem =
  /** The role stands above the giver. */
  | { readonly reason: 'role-above' }
  /** Neither a role of the giver's own facility nor one that the delegation names. */
  | { readonly reason: 'role-not-named' }
  | { readonly reason: 'more-than-held'; readonly rights: readonly Right[] };

/** Whether the delegation names a role everywhere where the receiver works. */
const isNamed = (giver: Giver, roleId: string, { orgIds }: Receiver): boolean =>
  orgIds.length > 0 && orgIds.every((orgId) => giver.namedAt(orgId).some((role) => role.id === roleId));

/**
 * Whether a right of the daily work comes with a role that the giver may hand on, without holding it: a manager makes nurses without being
 * one. Nobody hands such a right to themselves, and rights to administer are handed on by those alone who hold them.
 */
export function reaches(right: Right, giver: Giver, receiver: Receiver): boolean {
  const [first] = receiver.orgIds;
  if (receiver.isGiver || first === undefined || isAdministrative(right)) return false;
  return receiver.orgIds.every((orgId) => giver.namedAt(orgId).some((role) => role.rank === 'work' && keysOf(role).has(keyOf(right))));
}

const keyOf = (right: Right): string => `${right.kind} ${codeOf(right)}`;
/** A catalogue asks about thousands of rights. */
const keys = new WeakMap<RankedRole, ReadonlySet<string>>();
function keysOf(role: RankedRole): ReadonlySet<string> {
  const known = keys.get(role) ?? new Set(role.rights.map(keyOf));
  keys.set(role, known);
  return known;
}

/** Of some rights those that the giver may not give. */
export const beyondReach = (rights: readonly Right[], giver: Giver, receiver: Receiver): Right[] =>
  giver.isAdministrator ? [] : rights.filter((right) => !giver.holds(right) && !reaches(right, giver, receiver));

/**
 * What keeps somebody from giving a role; undefined = nothing. Administrators give every role. Others give roles of the daily work that
 * their delegation names where the receiver works, and roles that belong to organisations of theirs alone; roles of administration only where
 * they are named, and roles of the system never, however little they grant today: what is granted to them tomorrow would come along.
 */
export function problemToGive(role: RankedRole, giver: Giver, receiver: Receiver): GivingProblem | undefined {
  if (giver.isAdministrator) return undefined;
  const named = isNamed(giver, role.id, receiver);
  if (role.rank === 'system' || (role.rank === 'administration' && !named)) return { reason: 'role-above' };
  const own = role.orgIds.length > 0 && role.orgIds.every((orgId) => giver.administers(orgId));
  if (!named && !own) return { reason: 'role-not-named' };
  const comesAlong = (right: Right): boolean => named && !receiver.isGiver && !isAdministrative(right);
  const rights = beyondReach(role.rights, giver, receiver).filter((right) => !comesAlong(right));
  return rights.length === 0 ? undefined : { reason: 'more-than-held', rights };
}
