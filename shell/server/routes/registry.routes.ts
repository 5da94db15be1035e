import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { registryContract } from '../../contract/index.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import type { PluginHost } from '../host/plugin-host.ts';
import type { PluginViews } from '../host/plugin-views.ts';
import { sentence } from '../host/views/reason.ts';
import type { Reports } from '../host/views/reports.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { smsOutboxTable } from '../tables/sign-in.table.ts';

const OUTBOX_SHOWN = 200;

/** Plugins of a session, the administrator's plugin page, and the outbox page. */
export function registryRoutes(owner: RouteOwner, { db }: CoreParts, host: PluginHost, views: PluginViews, reports: Reports): BoundRoute[] {
  return bindCore(owner, registryContract, {
    forSession: async ({ query }, ctx) => {
      const start = query.page === undefined ? undefined : await views.pageStart(query.page, ctx.language, ctx.can);
      return { ...(await views.forSession(ctx.language)), ...(start === undefined ? {} : { start }) };
    },
    files: async ({ params, query }, ctx) => {
      const files = await views.files(params.id, query.base, ctx.language);
      if (!files) throw new AppError('core.plugin-unknown', { code: EnvelopeCode.NotFound, params: { plugin: params.id } });
      return files;
    },
    list: async (_input, ctx) => ({
      revision: host.snapshot.revision,
      file: host.registryFile,
      fileError: host.fileError,
      list: await views.forAdministrator(ctx.language),
    }),
    setState: {
      // Starting a plugin runs its migrations in transactions of their own, so it happens before this call's.
      prepare: async ({ params, body }, ctx) => {
        requireSystemAdministrator(ctx);
        const before = host.registered(params.id);
        ctx.audit({ subject: 'plugin', subjectId: params.id, before: before?.state ?? null });
        await host.setEnabled(params.id, body.enabled, body.reason ?? '', body);
        const after = host.registered(params.id);
        if (body.enabled && after && after.state !== 'active') {
          throw new AppError('core.plugin-failed', { code: EnvelopeCode.Refused, params: { plugin: params.id, reason: sentence(after.reason, ctx.language) } });
        }
        return async () => {
          ctx.audit({ subject: 'plugin', subjectId: params.id, before: before?.state ?? null, after: after?.state ?? null, note: body.reason ?? '' });
          ctx.message(body.enabled ? 'plugin-enabled' : 'plugin-disabled');
          return null;
        };
      },
    },
    reload: {
      prepare: async (_input, ctx) => {
        requireSystemAdministrator(ctx);
        await host.reload();
        if (host.fileError) throw new AppError('core.registry-invalid', { params: { reason: host.fileError } });
        return async () => {
          ctx.audit({ subject: 'registry', subjectId: host.snapshot.revision });
          ctx.message('registry-reloaded');
          return { revision: host.snapshot.revision };
        };
      },
    },
    report: async ({ body }, ctx, call) => {
      // Only for plugins that exist: anybody signed in may call this.
      if (!host.registered(body.pluginId)) throw new AppError('core.plugin-unknown', { code: EnvelopeCode.NotFound, params: { plugin: body.pluginId } });
      const { where, ...rest } = body;
      await reports.add({ ...rest, place: where, userName: ctx.user.userName, requestId: call.facts.requestId });
      return null;
    },
    outbox: async (_input, { user }) => {
      let texts = smsOutboxTable.everywhere({ db }, 'messages to others are left out below');
      // A text may hold a code that opens an account: others' organisations are not opened by it, nor administrators.
      if (!user.isAdministrator) {
        // rows: people of the caller's own organisations alone, whatever menu shows them
        const own = db
          .selectFrom('core.user_account')
          .select('mobile')
          .where('org_id', 'in', [...user.orgIds])
          .where('is_administrator', '=', false);
        texts = texts.where('row.mobile', 'in', own);
      }
      const rows = await texts.orderBy('row.createdAt', 'desc').limit(OUTBOX_SHOWN).execute();
      return { list: rows.map(({ createdAt, ...row }) => ({ ...row, time: createdAt.getTime() })) };
    },
  });
}
