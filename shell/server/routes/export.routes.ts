import { AppError, EnvelopeCode, type Language, type Need, type OrgId } from '@nephra/plugin-sdk/contract';
import { type ExportJob, exportsContract } from '../../contract/index.ts';
import type { ExportJobs } from '../exports/export-jobs.ts';
import type { ExportStore } from '../exports/export-store.ts';
import type { Files } from '../files/file-store.ts';
import type { AccessRule } from '../http/pipeline/access.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { type TextSource, textFrom } from '../i18n/texts.ts';
import type { ExportJobStored } from '../tables/file.table.ts';

export interface ExportServices {
  readonly jobs: ExportJobs;
  readonly store: ExportStore;
  readonly files: Files;
  readonly decideAccess: AccessRule;
  /** What a route needs; nothing while its plugin is off. */
  readonly needOf: (route: string) => Need | undefined;
  /** Where sentences of refusals are looked up. */
  readonly texts: () => readonly TextSource[];
}

function presented(row: ExportJobStored, language: Language, texts: readonly TextSource[]): ExportJob {
  const params = { ...row.errorParams, reference: row.id };
  const reason = row.error === '' ? '' : (textFrom(texts, language, `errors.${row.error}`, params) ?? textFrom(texts, language, 'errors.core.refused') ?? '');
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    rowsRead: row.rowsRead,
    rowsWritten: row.rowsWritten,
    bytes: row.bytes,
    startedAt: row.startedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
    reason,
  };
}

/** Exports in the background: how far they are, and their files. */
export function exportRoutes(owner: RouteOwner, { jobs, store, files, decideAccess, needOf, texts }: ExportServices): BoundRoute[] {
  return bindCore(owner, exportsContract, {
    list: async (_input, ctx) => ({ list: (await store.ofUser(ctx.user.userId)).map((row) => presented(row, ctx.language, texts())) }),
    cancel: async ({ params }, ctx) => {
      const { id } = await store.find(params.id, ctx.user.userId);
      await store.cancel(id, ctx.user.userId);
      ctx.audit({ subject: 'export', subjectId: id });
      const row = await store.find(id, ctx.user.userId);
      if (row.state === 'cancelled') jobs.cancel(id);
      return presented(row, ctx.language, texts());
    },
    file: async ({ params }, ctx, call) => {
      const row = await store.find(params.id, ctx.user.userId);
      const need = needOf(row.route);
      const refusal =
        need === undefined || !ctx.user.orgIds.includes(row.orgId as OrgId)
          ? new AppError('core.forbidden', { code: EnvelopeCode.Forbidden })
          : decideAccess({ need, caller: call.caller, allowedWhileLocked: false, allowedBeforePassword: false });
      if (refusal) throw refusal;
      const record = row.fileId === null ? undefined : await files.record(row.fileId);
      if (!record) throw new AppError('core.file-missing', { code: EnvelopeCode.NotFound });
      ctx.audit({ subject: 'export', subjectId: row.id, note: row.route });
      return { content: files.read(record), contentType: record.contentType, fileName: record.name, disposition: 'attachment' as const };
    },
  });
}
