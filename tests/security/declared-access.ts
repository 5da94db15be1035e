import type { MenuContribution, PermissionItem } from '@nephra/plugin-sdk/contract';
import type { BoundRoute } from '../../shell/server/http/pipeline/bound-route.ts';
import { shellMenus } from '../../shell/server/identity/menus/shell-menus.ts';
import { shellPermissions } from '../../shell/server/identity/menus/shell-permissions.ts';
import type { TestServer } from '../support/server.ts';

export const ROLES = ['admin', 'doctor', 'nurse', 'pharmacist', 'cashier', 'clerk', 'developer', 'manager'] as const;
type Role = (typeof ROLES)[number];

const WAYS_OUT = new Set(['session.logout', 'session.unlock']);
/** All that answers before a new password is set, be it the administrator's. */
const BEFORE_PASSWORD = new Set([...WAYS_OUT, 'session.lock', 'session.alive', 'session.currentUser', 'session.modifyPassword']);

export type CallerKind =
  | 'nobody'
  | 'unknown token'
  | 'logged out'
  | 'expired'
  | 'forced out'
  | 'locked'
  | 'locked with a password due'
  | 'password due'
  | `role ${Role}`;

export type Verdict =
  | 'allowed'
  | 'core.login-needed'
  | 'core.login-expired'
  | 'core.forced-out'
  | 'core.token-invalid'
  | 'core.locked'
  | 'core.password-change-needed'
  | 'core.forbidden';

export const CALLERS: readonly CallerKind[] = [
  'nobody',
  'unknown token',
  'logged out',
  'expired',
  'forced out',
  'locked',
  'locked with a password due',
  'password due',
  ...ROLES.map((role) => `role ${role}` as const),
];

/** Which roles hold which codes, from what plugins and the shell declare; deliberately not from the tables the guard reads. */
function declaredGrants(server: TestServer): Map<string, ReadonlySet<string>> {
  const grants = new Map<string, ReadonlySet<string>>();
  const addMenu = (menu: MenuContribution): void => {
    grants.set(menu.enCode, new Set(menu.roleHints ?? []));
    for (const button of menu.buttons ?? []) grants.set(`${menu.enCode}:${button.enCode}`, new Set(button.roleHints ?? []));
  };
  const addPermission = (item: PermissionItem): void => void grants.set(item.enCode, new Set(item.roleHints ?? []));
  shellMenus.forEach(addMenu);
  shellPermissions.forEach(addPermission);
  for (const { found } of server.server.plugins.host.snapshot.live) {
    found.manifest.contributes.menus.forEach(addMenu);
    found.manifest.contributes.permissions.forEach(addPermission);
  }
  return grants;
}

/** Whom contracts and manifests let through. */
export interface Declared {
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
}

export async function declaredIn(server: TestServer): Promise<Declared> {
  const memberships = await server.db
    .selectFrom('core.user_role as link')
    .innerJoin('core.user_account as user', 'user.id', 'link.user_id')
    .innerJoin('core.role as role', 'role.id', 'link.role_id')
    .select(['user.account', 'role.en_code'])
    .execute();
  const rolesOf = new Map(ROLES.map((account) => [account as string, memberships.filter((row) => row.account === account).map((row) => row.en_code)]));
  return { grants: declaredGrants(server), rolesOf };
}

/** What the guard must answer. */
export function expected(bound: BoundRoute, caller: CallerKind, { grants, rolesOf }: Declared): Verdict {
  const { need } = bound.route;
  if (need === 'public') return 'allowed';
  if (caller === 'nobody') return 'core.login-needed';
  if (caller === 'unknown token') return 'core.token-invalid';
  if (caller === 'logged out' || caller === 'expired') return 'core.login-expired';
  if (caller === 'forced out') return 'core.forced-out';
  if (caller === 'locked' || caller === 'locked with a password due') return WAYS_OUT.has(bound.name) ? 'allowed' : 'core.locked';
  if (caller === 'password due') return BEFORE_PASSWORD.has(bound.name) ? 'allowed' : 'core.password-change-needed';
  const account = caller.slice('role '.length);
  if (need === 'session' || account === 'admin') return 'allowed';
  const codes = (typeof need === 'string' ? [need] : need.anyOf).map((code) => code.slice('perm:'.length));
  const held = (code: string): boolean => (rolesOf.get(account) ?? []).some((role) => grants.get(code)?.has(role));
  return codes.some(held) ? 'allowed' : 'core.forbidden';
}
