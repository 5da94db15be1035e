import type { GrantHolder } from './rights/explain-types.ts';

/** Where a person works today: the organisation and those above it, the organisation and those below it. */
export interface Workplace {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Whether what a person has counts where they work today. */
export type MembershipState = 'counts' | 'disabled' | 'elsewhere';

/** Something a person has that rights can be granted to. */
export interface Membership {
  readonly type: GrantHolder;
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Organisations it is limited to; empty = none. A position has exactly one. */
  readonly orgIds: readonly string[];
}

/**
 * A role counts where it is for everybody, or for the person's organisation or one above; a position in organisations above and below;
 * a group and what was granted to the person everywhere.
 */
export function membershipState({ type, enabled, orgIds }: Membership, { above, below }: Workplace): MembershipState {
  if (!enabled) return 'disabled';
  if (type === 'role') return orgIds.length === 0 || orgIds.some((id) => above.includes(id)) ? 'counts' : 'elsewhere';
  if (type === 'position') return orgIds.some((id) => above.includes(id) || below.includes(id)) ? 'counts' : 'elsewhere';
  return 'counts';
}
