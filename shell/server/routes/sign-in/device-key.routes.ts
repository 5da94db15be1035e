import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { deviceKeyContract } from '../../../../plugin-sdk/contract/access/device-key.contract.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';

/** The key of the person, for what waits on a device. */
export function deviceKeyRoutes(owner: RouteOwner, { secrets }: CoreParts): BoundRoute[] {
  return bindCore(owner, deviceKeyContract, {
    read: async (_input, _ctx, { session }) => {
      if (!session) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
      return { key: secrets.keyOf('device', session.userId).toString('base64') };
    },
  });
}
