import type { Receiver } from '../../contract/message.schema.ts';

/** Whom a notice is for, as its form has it: everybody, or whoever is named, by kind. */
export interface Addressed {
  readonly everybody: 'all' | 'chosen';
  readonly organizeIds: readonly string[];
  readonly departmentIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly userIds: readonly string[];
}

const idsOf = (receivers: readonly Receiver[], kind: Receiver['kind']): readonly string[] => receivers.filter((one) => one.kind === kind).map(({ id }) => id);

/** As the form shows what a notice has; nobody named is everybody. */
export const addressedOf = (receivers: readonly Receiver[]): Addressed => ({
  everybody: receivers.length === 0 ? 'all' : 'chosen',
  organizeIds: idsOf(receivers, 'organisation'),
  departmentIds: idsOf(receivers, 'department'),
  roleIds: idsOf(receivers, 'role'),
  groupIds: idsOf(receivers, 'group'),
  userIds: idsOf(receivers, 'user'),
});

/** As the server takes it. Nobody for "chosen" while none is named yet: that must never be sent, it would mean everybody. */
export function receiversOf({ everybody, organizeIds, departmentIds, roleIds, groupIds, userIds }: Addressed): Receiver[] {
  if (everybody === 'all') return [];
  const named = (kind: Receiver['kind'], ids: readonly string[]) => ids.map((id): Receiver => ({ kind, id }));
  return [
    ...named('organisation', organizeIds),
    ...named('department', departmentIds),
    ...named('role', roleIds),
    ...named('group', groupIds),
    ...named('user', userIds),
  ];
}

/** Somebody was to be chosen, and nobody is. */
export const isNobody = (addressed: Addressed): boolean => addressed.everybody === 'chosen' && receiversOf(addressed).length === 0;
