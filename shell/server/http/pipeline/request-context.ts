import { AppError, type DataScope, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { CallContext, SessionUser } from '@nephra/plugin-sdk/server';
import { textsIn } from '../../i18n/texts.ts';
import type { RouteOwner } from './bound-route.ts';
import type { CallScope } from './call-scope.ts';

/** What the pipeline lends to the handlers of a call. */
export type CallTools = Pick<CallContext<never>, 'act' | 'refusalText'>;

/** Nobody is known: nobody sees anything. */
const NO_ROWS: DataScope = { kind: 'schemes', conditions: [], userAndBelow: [] };

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
 * What a handler receives: the facts of this call, and behind them everything of its owner. Inherited, not copied: it is made for
 * every call, and copying costs as much as the rest of an empty call.
 */
export function requestContext(owner: RouteOwner, call: CallScope, { act, refusalText }: CallTools): CallContext<never> {
  const { session } = call;
  let user: SessionUser | undefined;
  const facts = {
    __proto__: owner.context,
    get user() {
      user ??= sessionUserOf(call);
      return user;
    },
    get language() {
      return call.language;
    },
    text: textsIn(owner.context, call.language),
    ip: call.facts.ip,
    can: (permission: string) => call.rights?.can(permission) ?? false,
    dataScope: (menuCode: string) => call.rights?.dataScope(menuCode) ?? NO_ROWS,
    audit: (entry: CallScope['audit']) => {
      call.audit = { ...call.audit, ...entry };
    },
    message: (key: string, params?: Record<string, string | number>) => {
      call.message = params ? { key, params } : { key };
    },
    act,
    refusalText,
  };
  // The compiler does not follow `__proto__`.
  const context = facts as unknown as CallContext<never>;
  if (!session || !owner.fileStore) return context;
  const origin = { orgId: session.orgId, userId: session.userId };
  return Object.assign(context, { files: owner.fileStore(origin, (undo) => void call.afterRefusal.push(undo)) });
}
