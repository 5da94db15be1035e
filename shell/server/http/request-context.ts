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

/** What a handler receives: everything of its owner plus the facts of this call. */
export function requestContext(owner: RouteOwner, call: CallScope): RequestContext<never> {
  let user: SessionUser | undefined;
  const own: PropertyDescriptorMap & ThisType<unknown> = {
    user: {
      enumerable: true,
      get: () => {
        user ??= sessionUserOf(call);
        return user;
      },
    },
    language: { enumerable: true, get: () => call.language },
    ip: { enumerable: true, value: call.facts.ip },
    can: { enumerable: true, value: (permission: string) => call.rights?.can(permission) ?? false },
    audit: {
      enumerable: true,
      value: (entry: CallScope['audit']) => {
        call.audit = { ...call.audit, ...entry };
      },
    },
    message: {
      enumerable: true,
      value: (key: string, params?: Record<string, string | number>) => {
        call.message = params ? { key, params } : { key };
      },
    },
  };
  const { session } = call;
  if (session && owner.fileStore) own.files = { enumerable: true, value: owner.fileStore({ orgId: session.orgId, userId: session.userId }) };
  return Object.defineProperties({ ...owner.context }, own) as RequestContext<never>;
}
