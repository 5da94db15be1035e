import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { pluginDetailsContract } from '../../../contract/plugins/plugin-details.contract.ts';
import { type DetailParts, detailsOf } from '../../host/views/plugin-details.ts';
import { sentence } from '../../host/views/reason.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';

/** One plugin of the administrator's page as a whole, and its version. */
export function pluginDetailsRoutes(owner: RouteOwner, parts: DetailParts): BoundRoute[] {
  const { host } = parts;
  return bindCore(owner, pluginDetailsContract, {
    one: async ({ params }, ctx) => {
      // Lines of a log are of the installation, not of one organisation.
      requireSystemAdministrator(ctx);
      const details = await detailsOf(parts, params.id, ctx.language);
      if (!details) throw new AppError('core.plugin-unknown', { code: EnvelopeCode.NotFound, params: { plugin: params.id } });
      return details;
    },
    setVersion: {
      // Starting a plugin runs its migrations in transactions of their own, so it happens before this call's.
      prepare: async ({ params, body }, ctx) => {
        requireSystemAdministrator(ctx);
        const versionOf = () => host.registered(params.id)?.live?.version ?? '';
        const [before, asked] = [versionOf(), await host.versionBefore(params.id)];
        ctx.audit({ subject: 'plugin', subjectId: params.id, before });
        if (body.version === 'before' && asked.refusal) {
          throw new AppError('core.plugin-failed', {
            code: EnvelopeCode.Refused,
            params: { plugin: params.id, reason: sentence(asked.refusal, ctx.language) },
          });
        }
        await host.setVersion(params.id, body.version, body.reason ?? '');
        const after = host.registered(params.id);
        if (after?.entry.enabled && after.state !== 'active') {
          throw new AppError('core.plugin-failed', { code: EnvelopeCode.Refused, params: { plugin: params.id, reason: sentence(after.reason, ctx.language) } });
        }
        return async () => {
          ctx.audit({ subject: 'plugin', subjectId: params.id, before, after: versionOf(), note: body.reason ?? '' });
          ctx.message('plugin-version', { version: versionOf() });
          return null;
        };
      },
    },
  });
}
