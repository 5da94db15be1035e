import type { MenuContribution, Need, PermissionItem } from '@nephra/plugin-sdk/contract';
import type { BoundRoute } from '../../shell/server/http/bound-route.ts';
import { shellMenus } from '../../shell/server/identity/shell-menus.ts';
import type { TestClient, TestServer } from '../support/server.ts';

export const ROLES = ['admin', 'doctor', 'nurse', 'pharmacist', 'cashier', 'clerk', 'developer', 'manager'] as const;
type Role = (typeof ROLES)[number];

/** Routes whose success would change the caller itself; each gets callers of its own. */
const CONSUMES_CALLER = new Set(['session.logout', 'session.lock']);
const WAYS_OUT = new Set(['session.logout', 'session.unlock']);
/** All that answers before a new password is set, be it the administrator's. */
const BEFORE_PASSWORD = new Set([...WAYS_OUT, 'session.lock', 'session.alive', 'session.currentUser', 'session.modifyPassword']);
/** What the guard answers; a handler's own refusals have other keys. */
const GUARD_KEYS = new Set([
  'core.login-needed',
  'core.login-expired',
  'core.forced-out',
  'core.token-invalid',
  'core.locked',
  'core.password-change-needed',
  'core.forbidden',
]);

type CallerKind =
  | 'nobody'
  | 'unknown token'
  | 'logged out'
  | 'expired'
  | 'forced out'
  | 'locked'
  | 'locked with a password due'
  | 'password due'
  | `role ${Role}`;
type Verdict =
  | 'allowed'
  | 'core.login-needed'
  | 'core.login-expired'
  | 'core.forced-out'
  | 'core.token-invalid'
  | 'core.locked'
  | 'core.password-change-needed'
  | 'core.forbidden';

/** Which roles hold which codes, from what plugins and the shell declare; deliberately not from the tables the guard reads. */
function declaredGrants(server: TestServer): Map<string, ReadonlySet<string>> {
  const grants = new Map<string, ReadonlySet<string>>();
  const addMenu = (menu: MenuContribution): void => {
    grants.set(menu.enCode, new Set(menu.roleHints ?? []));
    for (const button of menu.buttons ?? []) grants.set(`${menu.enCode}:${button.enCode}`, new Set(button.roleHints ?? []));
  };
  const addPermission = (item: PermissionItem): void => void grants.set(item.enCode, new Set(item.roleHints ?? []));
  shellMenus.forEach(addMenu);
  for (const { found } of server.server.plugins.host.snapshot.live) {
    found.manifest.contributes.menus.forEach(addMenu);
    found.manifest.contributes.permissions.forEach(addPermission);
  }
  return grants;
}

function expected(
  bound: BoundRoute,
  caller: CallerKind,
  grants: ReadonlyMap<string, ReadonlySet<string>>,
  rolesOf: ReadonlyMap<string, readonly string[]>,
): Verdict {
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

/** Calls a route with nothing in it: access is decided before shape, so an empty call tells what the guard thinks. */
async function verdict(client: TestClient, { route }: BoundRoute): Promise<Verdict> {
  const url = route.path.replace(/\{\w+\}/g, 'matrix-probe');
  const answer = await client.raw({ method: route.method, url });
  const isJson = String(answer.headers['content-type']).includes('application/json');
  const error = isJson ? (JSON.parse(answer.body) as { extras?: { error?: string } | null }).extras?.error : undefined;
  return error !== undefined && GUARD_KEYS.has(error) ? (error as Verdict) : 'allowed';
}

async function callerOf(server: TestServer, kind: CallerKind): Promise<TestClient> {
  if (kind === 'nobody') return server.nobody;
  if (kind === 'unknown token') return server.withToken(`Bearer ${'A'.repeat(43)}`);
  // The session is opened behind the guard's back: a guard that lets nobody sign in must not hide in a failing set-up.
  const account = kind.startsWith('role ') ? kind.slice('role '.length) : 'admin';
  const { id } = await server.db.selectFrom('core.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow();
  const { token, sessionId } = await server.server.core.parts.sessions.open({ userId: id, ip: '127.0.0.1', userAgent: '' });
  const client = server.withToken(token);
  const change = server.db.updateTable('core.session').where('id', '=', sessionId);
  if (kind === 'logged out') await change.set({ ended_at: server.time.now, end_reason: 'logout' }).execute();
  if (kind === 'expired') await change.set({ expires_at: new Date(server.time.now.getTime() - 1) }).execute();
  if (kind === 'forced out') await change.set({ ended_at: server.time.now, end_reason: 'forced' }).execute();
  if (kind.startsWith('locked')) await change.set({ locked: true }).execute();
  return client;
}

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

/** Need as text for people. */
export const needText = (need: Need): string => (typeof need === 'string' ? need : need.anyOf.join(' | '));

/**
 * Calls every route as every kind of caller and compares what the guard did with what contracts and manifests declare.
 * @param search `callers`: only these kinds; `firstOnly`: ends at the first disagreement, where one is all that is asked for
 * @returns one line per disagreement; empty means that the guard keeps every promise.
 */
export async function checkMatrix(
  server: TestServer,
  { callers = CALLERS, firstOnly = false }: { readonly callers?: readonly CallerKind[]; readonly firstOnly?: boolean } = {},
): Promise<string[]> {
  const grants = declaredGrants(server);
  const memberships = await server.db
    .selectFrom('core.user_role as link')
    .innerJoin('core.user_account as user', 'user.id', 'link.user_id')
    .innerJoin('core.role as role', 'role.id', 'link.role_id')
    .select(['user.account', 'role.en_code'])
    .execute();
  const rolesOf = new Map(ROLES.map((account) => [account as string, memberships.filter((row) => row.account === account).map((row) => row.en_code)]));
  const wrong: string[] = [];
  const passwordDue = (must_change_password: boolean) =>
    server.db.updateTable('core.user_account').set({ must_change_password }).where('account', '=', 'admin').execute();
  for (const kind of callers) {
    if (firstOnly && wrong.length > 0) break;
    const shared = await callerOf(server, kind);
    await passwordDue(kind.endsWith('password due'));
    for (const bound of server.server.plugins.host.snapshot.routes) {
      if (firstOnly && wrong.length > 0) break;
      const client = CONSUMES_CALLER.has(bound.name) ? await callerOf(server, kind) : shared;
      const should = expected(bound, kind, grants, rolesOf);
      const did = await verdict(client, bound);
      if (did !== should) wrong.push(`${bound.route.method} ${bound.route.path} (${needText(bound.route.need)}) as ${kind}: expected ${should}, got ${did}`);
    }
  }
  await passwordDue(false);
  return wrong;
}
