import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { RequestContext, SessionUser } from '@nephra/plugin-sdk/server';
import type { RouteOwner } from './bound-route.ts';
import type { CallScope } from './call-scope.ts';

/** The signed-in person of a call as handlers see them. */
export function sessionUserOf(call: CallScope): SessionUser {
  const { session, rights } = call;
  if (!session || !rights) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
  return {
    userId: session.userId,
    account: session.account,
    userName: session.userName,
    enCode: session.enCode,
    orgId: session.orgId as OrgId,
    orgIds: rights.orgIds,
    departmentId: session.departmentId,
    roles: rights.roles.map((role) => role.code),
    isAdministrator: rights.isAdministrator,
    language: session.language,
    priceType: rights.priceType,
  };
}

/**
 * What a handler receives: everything of its owner plus the facts of this call. A literal, because it is made for every call and
 * property descriptors cost several times as much.
 */
export function requestContext(owner: RouteOwner, call: CallScope): RequestContext<never> {
  const { session } = call;
  let user: SessionUser | undefined;
  const context: RequestContext<never> = {
    ...owner.context,
    get user() {
      user ??= sessionUserOf(call);
      return user;
    },
    get language() {
      return call.language;
    },
    ip: call.facts.ip,
    can: (permission) => call.rights?.can(permission) ?? false,
    audit: (entry) => {
      call.audit = { ...call.audit, ...entry };
    },
    message: (key, params) => {
      call.message = params ? { key, params } : { key };
    },
  };
  return session && owner.fileStore ? Object.assign(context, { files: owner.fileStore({ orgId: session.orgId, userId: session.userId }) }) : context;
}
