import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { SCREEN_ROLE, screenSessionContract } from '../../../../plugin-sdk/contract/access/screen-session.contract.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';
import type { Rights } from '../../identity/rights/rights.ts';

/** A screen has one role and may do nothing else: an account of a person never stays signed in like this. */
const isScreen = ({ roles, isAdministrator }: Rights): boolean => !isAdministrator && roles.length === 1 && roles[0]?.code === SCREEN_ROLE;

/** Sessions of screens on walls. */
export function screenSessionRoutes(owner: RouteOwner, { sessions, clock }: CoreParts): BoundRoute[] {
  return bindCore(owner, screenSessionContract, {
    keep: async (_input, _ctx, { session, rights }) => {
      if (!session || !rights) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
      if (!isScreen(rights)) throw new AppError('core.not-a-screen', { code: EnvelopeCode.Forbidden });
      return { until: clock.shown(await sessions.keepScreen(session.id)).getTime() };
    },
  });
}
