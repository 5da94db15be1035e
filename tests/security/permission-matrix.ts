import { AppError, EnvelopeCode, type Need } from '@nephra/plugin-sdk/contract';
import type { AccessRule } from '../../shell/server/http/pipeline/access.ts';
import type { BoundRoute } from '../../shell/server/http/pipeline/bound-route.ts';
import type { TestClient, TestServer } from '../support/server.ts';
import { CALLERS, type CallerKind, declaredIn, expected, type Verdict } from './declared-access.ts';
import { spareDatabase } from './organisations/spare-database.ts';

/** Routes whose success changes the caller itself; each gets callers of its own where it is called for good. */
const CONSUMES_CALLER = new Set(['session.logout', 'session.lock']);
/** Routes whose handler asks once more, for the page that is named in the address: nobody may open the one of an empty call. */
const ASKS_FOR_A_PAGE = new Set(['/api/permission/ListView/Module/{moduleId}', '/api/permission/ListView/Columns/{moduleId}']);
/** What the guard answers; refusals of shape and of handlers have other keys. */
const GUARD_KEYS = new Set([
  'core.login-needed',
  'core.login-expired',
  'core.forced-out',
  'core.token-invalid',
  'core.locked',
  'core.password-change-needed',
  'core.forbidden',
]);

const LET_THROUGH = new AppError('matrix.let-through', { code: EnvelopeCode.Forbidden });

/** The same rule, but whom it lets through is told so and sent away: what the guard thinks is then known for certain, and no handler runs for it. */
export const stoppingBehind =
  (rule: AccessRule): AccessRule =>
  (question) =>
    rule(question) ?? LET_THROUGH;

/** Calls a route with nothing in it: access is decided before shape, so an empty call tells what the guard thinks. */
async function refusalKey(client: TestClient, { route }: BoundRoute): Promise<string> {
  const url = route.path.replace(/\{\w+\}/g, 'matrix-probe');
  const answer = await client.raw({ method: route.method, url });
  if (!String(answer.headers['content-type']).includes('application/json')) return '';
  return (JSON.parse(answer.body) as { extras?: { error?: string } | null }).extras?.error ?? '';
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

/** Need as text for people. */
export const needText = (need: Need): string => (typeof need === 'string' ? need : need.anyOf.join(' | '));

/** Runs `look` for every caller, route and what is declared for the two; ends when it says `enough`. */
async function asEveryCaller(
  server: TestServer,
  { callers, routes }: { readonly callers: readonly CallerKind[]; readonly routes: readonly BoundRoute[] },
  look: (bound: BoundRoute, kind: CallerKind, should: Verdict, client: TestClient) => Promise<'go on' | 'enough'>,
): Promise<void> {
  const declared = await declaredIn(server);
  const passwordDue = (must_change_password: boolean) =>
    server.db.updateTable('core.user_account').set({ must_change_password }).where('account', '=', 'admin').execute();
  try {
    for (const kind of callers) {
      const client = await callerOf(server, kind);
      await passwordDue(kind.endsWith('password due'));
      for (const bound of routes) {
        if ((await look(bound, kind, expected(bound, kind, declared), client)) === 'enough') return;
      }
    }
  } finally {
    await passwordDue(false);
  }
}

const nameOf = ({ route }: BoundRoute): string => `${route.method} ${route.path} (${needText(route.need)})`;

/**
 * Calls every route as every kind of caller and compares what the guard did with what contracts and manifests declare. The server's rule must be
 * one that stops behind its verdict (`stoppingBehind`).
 * @param search `callers`: only these kinds; `firstOnly`: ends at the first disagreement, where one is all that is asked for
 * @returns one line per disagreement; empty means that the guard keeps every promise.
 */
export async function checkMatrix(
  server: TestServer,
  { callers = CALLERS, firstOnly = false }: { readonly callers?: readonly CallerKind[]; readonly firstOnly?: boolean } = {},
): Promise<string[]> {
  const wrong: string[] = [];
  const { routes } = server.server.plugins.host.snapshot;
  const asBefore = spareDatabase(server);
  try {
    await asEveryCaller(server, { callers, routes }, async (bound, kind, should, client) => {
      const key = await refusalKey(client, bound);
      const did = key === LET_THROUGH.key ? 'allowed' : GUARD_KEYS.has(key) ? key : `no verdict but "${key}"`;
      if (did !== should) wrong.push(`${nameOf(bound)} as ${kind}: expected ${should}, got ${did}`);
      return firstOnly && wrong.length > 0 ? 'enough' : 'go on';
    });
  } finally {
    asBefore();
  }
  return wrong;
}

/**
 * Calls routes for good as all those whom contracts and manifests let through; the server's rule must be the product's.
 * @returns one line per call that was answered as the guard answers; empty means that all of them came to their handlers.
 */
export async function turnedAway(server: TestServer, routes: readonly BoundRoute[]): Promise<string[]> {
  const wrong: string[] = [];
  await asEveryCaller(server, { callers: CALLERS, routes }, async (bound, kind, should, client) => {
    if (should !== 'allowed' || ASKS_FOR_A_PAGE.has(bound.route.path)) return 'go on';
    const key = await refusalKey(CONSUMES_CALLER.has(bound.name) ? await callerOf(server, kind) : client, bound);
    if (GUARD_KEYS.has(key) || key === LET_THROUGH.key) wrong.push(`${nameOf(bound)} as ${kind}: ${key}`);
    return 'go on';
  });
  return wrong;
}
