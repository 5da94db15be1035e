import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { coreIdentity, type Handlers, implement, type OnlineSession, platformName } from '@nephra/plugin-sdk/server';
import { type OnlineUser, systemOnlineContract, userOnlineContract } from '../../contract/user/user-online.contract.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import { assertAdministers, type Ctx, notFound, visibleOrgIds, type PermissionDb } from '../permission-call.ts';
import { orgPaths } from '../role/org-paths.ts';
import { userTable } from '../tables/user.table.ts';

/** Open sessions that the caller may see: of visible people, and the caller's own. */
async function visibleSessions(ctx: Ctx, keyword: string): Promise<readonly OnlineSession[]> {
  // rows: administrators see the sessions of all organisations
  const orgIds = visibleOrgIds(ctx) ?? (await ctx.db.selectFrom('core.org').select('id').execute()).map((row) => row.id);
  const sessions = await ctx.service(coreIdentity).onlineSessions(orgIds, keyword);
  if (ctx.user.isAdministrator || sessions.length === 0) return sessions;
  const ids = [...new Set(sessions.map((session) => session.userId))];
  const people = await userTable.select(ctx, 'person').where('person.id', 'in', ids).execute();
  const seen = new Set([ctx.user.userId, ...people.map((person) => person.id)]);
  return sessions.filter((session) => seen.has(session.userId));
}

/**
 * Ends sessions named by their id or their user's. One that is hidden or over fails the whole call.
 * @throws AppError `permission.not-found`, `permission.online-self`, `permission.online-administrator`, `permission.not-delegated`
 */
async function forceOffline(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const open = await visibleSessions(ctx, '');
  const found = new Map<string, OnlineSession>();
  for (const id of ids) {
    const named = open.filter((session) => session.sessionId === id || session.userId === id);
    if (named.length === 0) throw notFound();
    for (const session of named) found.set(session.sessionId, session);
  }
  const sessions = [...found.values()];
  if (sessions.some((session) => session.userId === ctx.user.userId)) throw new AppError('permission.online-self');
  await assertMayForce(ctx, sessions);
  await ctx.service(coreIdentity).endSessions(sessions.map((session) => session.sessionId));
  ctx.audit({
    subject: 'session',
    subjectId: sessions
      .map((session) => session.userId)
      .join(',')
      .slice(0, 100),
    before: sessions.map(({ sessionId, userId, account, ip, loginTime }) => ({ sessionId, userId, account, ip, loginTime: loginTime.getTime() })),
    after: { ended: sessions.length },
  });
  ctx.message('userOnline.forced', { n: sessions.length });
  return null;
}

async function assertMayForce(ctx: Ctx, sessions: readonly OnlineSession[]): Promise<void> {
  if (ctx.user.isAdministrator) return;
  // rows: whether an administrator is among them; nobody is told who
  const administrator = await ctx.db
    .selectFrom('core.user_account')
    .select('id')
    .where('id', 'in', [...new Set(sessions.map((session) => session.userId))])
    .where('is_administrator', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (administrator) throw new AppError('permission.online-administrator', { code: EnvelopeCode.Forbidden });
  for (const orgId of new Set(sessions.map((session) => session.orgId))) await assertAdministers(ctx, 'edit', orgId);
}

const handlers: Handlers<typeof userOnlineContract.routes, PermissionDb> = {
  async list({ query }, ctx) {
    const sessions = await visibleSessions(ctx, query.keyword ?? '');
    const paths = await orgPaths(
      ctx,
      sessions.map((session) => session.orgId),
    );
    return sessions.map(
      (session): OnlineUser => ({
        userId: session.userId,
        userAccount: session.account,
        userName: session.userName,
        loginTime: session.loginTime.getTime(),
        loginIPAddress: session.ip,
        loginPlatForm: platformName(session.userAgent),
        sessionId: session.sessionId,
        organize: paths.get(session.orgId)?.names.join('/') ?? '',
        lastSeen: session.lastSeen.getTime(),
        locked: flagOf(session.locked),
        self: flagOf(session.userId === ctx.user.userId),
      }),
    );
  },
  forceOffline: ({ params }, ctx) => forceOffline(ctx, [params.id]),
  forceAllOffline: ({ body }, ctx) => forceOffline(ctx, body.ids),
};

export const userOnlineRoutes = implement<PermissionDb>()(userOnlineContract, handlers);
export const systemOnlineRoutes = implement<PermissionDb>()(systemOnlineContract, handlers);
