/** Role that every administrator has; somebody must always keep it. */
export const ADMINISTRATOR_ROLE = 'admin';

export interface MemberChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Members that a replacement adds and removes.
 * @param members all members now
 * @param wanted members that the caller wants among those visible
 * @param canSee whether the caller sees a person; others stay as they are
 */
export function replaceMembers(members: readonly string[], wanted: readonly string[], canSee: (userId: string) => boolean): MemberChange {
  const now = new Set(members);
  const then = new Set(wanted);
  return { add: [...then].filter((id) => !now.has(id)), remove: members.filter((id) => !then.has(id) && canSee(id)) };
}
