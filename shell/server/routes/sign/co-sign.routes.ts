import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { coSignContract } from '../../../../plugin-sdk/contract/access/co-sign.contract.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { CoSigning } from '../../auth/co-sign.ts';
import type { OpenSession } from '../../auth/session/session-store.ts';
import { type LoginThrottle, WAYS } from '../../auth/throttle/login-throttle.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';
import type { CallScope } from '../../http/pipeline/call-scope.ts';

function signedIn({ session }: CallScope): OpenSession {
  if (!session) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
  return session;
}

/** A second person at the same device, and the number that each sets for it. */
export function coSignRoutes(
  owner: RouteOwner,
  { passwords }: CoreParts,
  { accounts, throttle, coSigning }: { readonly accounts: Accounts; readonly throttle: LoginThrottle; readonly coSigning: CoSigning },
): BoundRoute[] {
  const state = async (userId: string) => ({ setAt: (await coSigning.pinOf(userId))?.getTime() ?? null });
  return bindCore(owner, coSignContract, {
    sign: {
      prepare: async ({ body }, ctx, call) => {
        const { id, account, userId } = signedIn(call);
        call.audit = { subject: 'co-sign', subjectId: body.subject, note: `${body.act}: refused for ${body.account}` };
        const signer = await coSigning.prove(body, { account, userId, ip: call.facts.ip });
        return async () => {
          const signature = await coSigning.sign(signer, id, body);
          ctx.audit({ subject: 'co-sign', subjectId: body.subject, note: `${body.act}: ${signer.account} by ${body.way}` });
          return { signature, userName: signer.realName };
        };
      },
    },
    pin: (_input, _ctx, call) => state(signedIn(call).userId),
    setPin: {
      prepare: async ({ body }, ctx, call) => {
        const { id, account, userId } = signedIn(call);
        const { found } = await throttle.judge({ account, ip: call.facts.ip, apart: id }, WAYS.session, async () => {
          const own = await accounts.byId(userId);
          return (await passwords.fits(body.password, own?.passwordHash)) ? own : undefined;
        });
        if (!found) throw new AppError('core.old-password-wrong');
        const sealed = await coSigning.acceptPin(body.pin);
        return async () => {
          await coSigning.storePin(userId, sealed);
          ctx.audit({ subject: 'user', subjectId: userId, note: 'number to sign with set' });
          ctx.message('pin-set');
          return await state(userId);
        };
      },
    },
    removePin: async (_input, ctx, call) => {
      const { userId } = signedIn(call);
      await coSigning.removePin(userId);
      ctx.audit({ subject: 'user', subjectId: userId, note: 'number to sign with removed' });
      ctx.message('pin-removed');
      return await state(userId);
    },
  });
}
