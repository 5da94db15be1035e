import { AppError, EnvelopeCode, type Need } from '@nephra/plugin-sdk/contract';

/** Who stands behind a call, as far as access is concerned. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** A token came along but opens nothing: unknown, expired, or ended by somebody. */
  | { readonly kind: 'ended'; readonly reason: 'unknown' | 'expired' | 'forced' }
  | { readonly kind: 'locked' }
  /** Signed in, but nothing is answered before a new password is set. */
  | { readonly kind: 'password-due' }
  | { readonly kind: 'signed-in'; readonly can: (permission: string) => boolean };

export interface AccessQuestion {
  readonly need: Need;
  readonly caller: Caller;
  /** Unlock and log-out only. */
  readonly allowedWhileLocked: boolean;
  /** Setting a password and what its form needs. */
  readonly allowedBeforePassword: boolean;
}

/** Says no by returning the refusal, yes by returning nothing. */
export type AccessRule = (question: AccessQuestion) => AppError | undefined;

const ENDED = {
  unknown: { key: 'core.token-invalid', code: EnvelopeCode.TokenInvalid },
  expired: { key: 'core.login-expired', code: EnvelopeCode.LoginExpired },
  forced: { key: 'core.forced-out', code: EnvelopeCode.ForcedOut },
} as const;

const holds = (need: Exclude<Need, 'public' | 'session'>, can: (permission: string) => boolean): boolean =>
  typeof need === 'string' ? can(need.slice('perm:'.length)) : need.anyOf.some((one) => can(one.slice('perm:'.length)));

/** The one decision that every call passes. Anything not plainly allowed is refused. */
export const decideAccess: AccessRule = ({ need, caller, allowedWhileLocked, allowedBeforePassword }) => {
  if (need === 'public') return undefined;
  switch (caller.kind) {
    case 'nobody':
      return new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
    case 'ended':
      return new AppError(ENDED[caller.reason].key, { code: ENDED[caller.reason].code });
    case 'locked':
      return allowedWhileLocked ? undefined : new AppError('core.locked', { code: EnvelopeCode.ForcedOut });
    case 'password-due':
      return allowedBeforePassword ? undefined : new AppError('core.password-change-needed', { code: EnvelopeCode.Forbidden });
    case 'signed-in':
      return need === 'session' || holds(need, caller.can) ? undefined : new AppError('core.forbidden', { code: EnvelopeCode.Forbidden });
  }
};
