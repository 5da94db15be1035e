import { AppError, dayOf, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type AuditKind, type AuditLine, auditReader, implement, xlsxReply } from '@nephra/plugin-sdk/server';
import { LOG_TYPES, type LogType } from '../../contract/log/limits.ts';
import { logContract, type LogRow } from '../../contract/log/log.contract.ts';
import { maskedJson } from '../../domain/log/mask.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { actsCalled, actTitles } from './act-titles.ts';
import { type KeptKind, keptLine, keptLines, keptPage, type LogQuestion, removeKept, type UntitledRow } from './kept-lines.ts';

const AUDITED: Partial<Record<LogType, AuditKind>> = { [LOG_TYPES.login]: 'login', [LOG_TYPES.operation]: 'operation' };
const kindOf = (type: LogType): KeptKind => (type === LOG_TYPES.request ? 'request' : 'exception');

/** @throws AppError `system.log-kept`: the hash of each entry of the audit log covers the one before, so none goes */
function refuseAudited(): never {
  throw new AppError('system.log-kept', { code: EnvelopeCode.Refused });
}

function auditRow({ at, ip, ...line }: AuditLine, more: object = {}): UntitledRow {
  return {
    id: line.seq,
    creatorTime: at.getTime(),
    userName: line.userName,
    ipaddress: ip,
    platForm: line.platform,
    requestURL: line.path,
    requestMethod: line.method,
    requestDuration: line.milliseconds,
    moduleName: line.action,
    outcome: line.outcome,
    abstracts: line.error,
    json: maskedJson({ class: line.class, subject: line.subject, subjectId: line.subjectId, ...(line.note && { note: line.note }), ...more }),
  };
}

/** Acts are looked for by what people call them, too. */
function withActs(ctx: Ctx, question: LogQuestion, titleOf: (action: string) => string): LogQuestion {
  const actions = actsCalled(ctx, question.moduleName, titleOf);
  return { ...question, ...(actions && { actions }) };
}

async function* titledRows(rows: AsyncIterable<UntitledRow>, titleOf: (action: string) => string): AsyncGenerator<LogRow> {
  for await (const row of rows) yield { ...row, moduleTitle: titleOf(row.moduleName) };
}

const questionOf = (kind: AuditKind, { ipaddress, moduleName, requestMethod, ...question }: LogQuestion) => ({
  ...question,
  kind,
  ...(ipaddress !== undefined && { ip: ipaddress }),
  ...(moduleName !== undefined && { action: moduleName }),
  ...(requestMethod !== undefined && { method: requestMethod }),
});

async function* auditRows(ctx: Ctx, kind: AuditKind, question: LogQuestion): AsyncGenerator<UntitledRow> {
  for await (const line of ctx.service(auditReader).lines(ctx.user, questionOf(kind, question))) yield auditRow(line);
}

async function entryOf(ctx: Ctx, type: LogType, id: string): Promise<UntitledRow | undefined> {
  const kind = AUDITED[type];
  if (!kind) {
    const own = `${kindOf(type)}-`;
    return id.startsWith(own) ? await keptLine(ctx, kindOf(type), Number(id.slice(own.length))) : undefined;
  }
  const found = /^\d/.test(id) ? await ctx.service(auditReader).one(ctx.user, id) : undefined;
  return found && auditRow(found, { before: found.before, after: found.after });
}

export const logRoutes = implement<SystemDb>()(logContract, {
  async modules(_, ctx) {
    const titleOf = await actTitles(ctx);
    const names = ctx.service(auditReader).actions('operation');
    return names.map((moduleName) => ({ moduleName, moduleTitle: titleOf(moduleName) }));
  },
  async list({ params: { type }, query }, ctx) {
    const kind = AUDITED[type];
    const titleOf = await actTitles(ctx);
    const titled = (row: UntitledRow): LogRow => ({ ...row, moduleTitle: titleOf(row.moduleName) });
    const question = withActs(ctx, query, titleOf);
    if (!kind) {
      const page = await keptPage(ctx, kindOf(type), question);
      return { ...page, list: page.list.map(titled), searchedBackTo: null };
    }
    const { list, pagination, searchedBackTo } = await ctx.service(auditReader).page(ctx.user, questionOf(kind, question));
    return { list: list.map((line) => titled(auditRow(line))), pagination, searchedBackTo };
  },
  async entry({ params: { type, id } }, ctx) {
    const found = await entryOf(ctx, type, id);
    if (!found) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
    return { ...found, moduleTitle: (await actTitles(ctx))(found.moduleName) };
  },
  async export({ params: { type }, query }, ctx) {
    const kind = AUDITED[type];
    const title = ctx.text(`log.types.${type}`);
    const titleOf = await actTitles(ctx);
    const question = withActs(ctx, query, titleOf);
    ctx.audit({ subject: 'log', subjectId: type });
    const column = (key: keyof LogRow) => ({ key, title: ctx.text(`log.${key}`) });
    return xlsxReply<LogRow>({
      fileName: `${title} ${dayOf(ctx.clock.now().getTime())}.xlsx`,
      sheetName: title,
      columns: [
        { ...column('creatorTime'), kind: 'datetime' },
        { ...column('userName'), kind: 'text' },
        { ...column('ipaddress'), kind: 'text' },
        { ...column('platForm'), kind: 'text' },
        { ...column('moduleTitle'), kind: 'text' },
        { ...column('moduleName'), kind: 'text' },
        { ...column('requestMethod'), kind: 'text' },
        { ...column('requestURL'), kind: 'text' },
        { ...column('requestDuration'), kind: 'integer' },
        { ...column('outcome'), kind: 'text' },
        { ...column('abstracts'), kind: 'text' },
        { ...column('json'), kind: 'text' },
      ],
      rows: titledRows(kind ? auditRows(ctx, kind, question) : keptLines(ctx, kindOf(type), question), titleOf),
    });
  },
  async remove({ body: { ids } }, ctx) {
    const chosen: Record<KeptKind, number[]> = { request: [], exception: [] };
    for (const id of ids) {
      const [, kind, seq] = /^(request|exception)-(\d{1,15})$/.exec(id) ?? [];
      if (kind === undefined) refuseAudited();
      chosen[kind as KeptKind].push(Number(seq));
    }
    let removed = 0;
    for (const kind of ['request', 'exception'] as const) if (chosen[kind].length > 0) removed += await removeKept(ctx, kind, chosen[kind]);
    ctx.audit({ subject: 'log', subjectId: '', note: `${removed}/${ids.length}`, before: { ids } });
    ctx.message('log-removed', { n: removed });
    return null;
  },
  async clear({ params: { type } }, ctx) {
    if (AUDITED[type]) refuseAudited();
    const removed = await removeKept(ctx, kindOf(type));
    ctx.audit({ subject: 'log', subjectId: type, note: String(removed) });
    ctx.message('log-removed', { n: removed });
    return null;
  },
});
