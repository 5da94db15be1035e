import type { ReceiverKind } from '../../contract/message-limits.ts';

/** Whom a message is for, as it stands in a row. `within`: roles and groups mean their people who work at this organisation or below; empty: of the installation. */
export type Addressee =
  | { readonly kind: 'all' }
  | { readonly kind: 'organisation' | 'department' | 'user'; readonly id: string }
  | { readonly kind: 'role' | 'group'; readonly id: string; readonly within: string };

/** What somebody is, as far as it decides what reaches them. */
export interface Standing {
  readonly userId: string;
  /** Where they work, and all above. */
  readonly orgIds: readonly string[];
  readonly departmentIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly groupIds: readonly string[];
}

const ALL = 'all';

/** The addressee as one text: `all`, `user:7`, `role:nurse@org-gz`. No id has `@` or `:` in a place where it could be read as another one: the kind comes first, and the last `@` ends the id. */
export const addresseeKey = (to: Addressee): string => {
  if (to.kind === 'all') return ALL;
  return to.kind === 'role' || to.kind === 'group' ? `${to.kind}:${to.id}@${to.within}` : `${to.kind}:${to.id}`;
};

/** The other way. */
export function readAddressee(key: string): Addressee {
  if (key === ALL) return { kind: 'all' };
  const kind = key.slice(0, key.indexOf(':')) as ReceiverKind;
  const id = key.slice(kind.length + 1);
  if (kind !== 'role' && kind !== 'group') return { kind, id };
  const at = id.lastIndexOf('@');
  return { kind, id: id.slice(0, at), within: id.slice(at + 1) };
}

/** All addressees that mean somebody. */
export function keysOf({ userId, orgIds, departmentIds, roleIds, groupIds }: Standing): string[] {
  const places = ['', ...orgIds];
  const shared = (kind: 'role' | 'group', ids: readonly string[]) => ids.flatMap((id) => places.map((within) => addresseeKey({ kind, id, within })));
  return [
    ALL,
    addresseeKey({ kind: 'user', id: userId }),
    ...orgIds.map((id) => addresseeKey({ kind: 'organisation', id })),
    ...departmentIds.map((id) => addresseeKey({ kind: 'department', id })),
    ...shared('role', roleIds),
    ...shared('group', groupIds),
  ];
}

export interface Named {
  readonly kind: ReceiverKind;
  readonly id: string;
}

/**
 * Whom a notice is for that names these. Nobody named: everybody within the reach of whoever writes it.
 * @param within organisation of the writer; empty for whoever reaches the whole installation
 */
export function addresseesOf(named: readonly Named[], within: string): Addressee[] {
  if (named.length === 0) return [within === '' ? { kind: 'all' } : { kind: 'organisation', id: within }];
  const each = named.map(({ kind, id }): Addressee => (kind === 'role' || kind === 'group' ? { kind, id, within } : { kind, id }));
  return [...new Map(each.map((one) => [addresseeKey(one), one])).values()];
}
