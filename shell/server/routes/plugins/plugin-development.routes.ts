import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { pluginDevelopmentContract } from '../../../contract/plugins/plugin-development.contract.ts';
import type { PluginDevelopment } from '../../host/development/plugin-development.ts';
import type { PluginHost } from '../../host/plugin-host.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';
import type { CallScope } from '../../http/pipeline/call-scope.ts';

const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Programs of this computer alone: no proxy, no page of a browser (it says where it comes from with each write, and a name that somebody
 * pointed at this computer is none of its own).
 */
function assertOwnProgram({ facts }: CallScope): void {
  const { hostname } = new URL(facts.ownOrigin);
  if (facts.fromThisComputer && facts.origin === '' && OWN_NAMES.has(hostname)) return;
  throw new AppError('core.development-closed', { code: EnvelopeCode.Forbidden });
}

/** For the command line of vendors; the server has these routes only where PLUGIN_DEVELOPMENT=1. */
export function pluginDevelopmentRoutes(owner: RouteOwner, host: PluginHost, development: PluginDevelopment): BoundRoute[] {
  return bindCore(owner, pluginDevelopmentContract, {
    look: async ({ params, query }, _ctx, call) => {
      assertOwnProgram(call);
      return await development.look(params.id, query.after ?? 0, query.weigh ?? false);
    },
    reset: {
      prepare: async ({ params }, _ctx, call) => {
        assertOwnProgram(call);
        if (!host.registered(params.id)) throw new AppError('core.plugin-unknown', { code: EnvelopeCode.NotFound, params: { plugin: params.id } });
        if (await host.isBuiltHere(params.id)) throw new AppError('core.development-own', { code: EnvelopeCode.Refused, params: { plugin: params.id } });
        const tables = await development.reset(params.id);
        return async () => ({ tables });
      },
    },
  });
}
