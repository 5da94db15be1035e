import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import type { DialysisMode } from '../../../dialysis-file/contract/index.ts';
import { findingContract } from '../../contract/money/finding.contract.ts';
import { tell } from '../acts/act.ts';
import { type KitStored, kitTable } from '../tables/order.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { Ctx, SessionDb } from '../tables/tables.ts';
import { cancelFindingRun, ownRun, startFindingRun } from './finding-run.ts';
import { reportOfMonth } from './report.query.ts';
import { settleTreatment, takeStockOf } from '../money/propose.ts';

type Kind = 'drug' | 'material' | 'item';
const kitView = ({ id, mode, part, drugKind, drugId, drugName, quantity, used, charged, version }: KitStored) => ({
  ...{ id, mode: mode as DialysisMode, part, kind: drugKind as Kind, drugId, drugName, quantity, used, charged, version },
});

/** @throws AppError `dialysis-session.entry-unknown` */
async function entryName(ctx: Ctx, drugId: string, kind: Kind): Promise<string> {
  const entry = (await ctx.service(catalogueEntries).entries(ctx.user.orgId, [drugId])).find((one) => one.kind === kind);
  if (!entry) throw new AppError('dialysis-session.entry-unknown', { code: EnvelopeCode.Invalid, fields: [{ path: 'drugId', msg: '' }] });
  return entry.drugName;
}

/** A treatment of the caller's facilities, as findings show it, kept from other writers. @throws AppError `dialysis-session.not-found` */
async function lockAudited(ctx: Ctx, id: string): Promise<SessionStored> {
  const found = await sessionTable
    .everywhere(ctx, 'a treatment of the caller’s facilities, by its finding', 's')
    .where('s.id', '=', id)
    .where('s.orgId', 'in', [...ctx.user.orgIds])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
  return found;
}

export const findingRoutes = implement<SessionDb>()(findingContract, {
  list: ({ query }, ctx) => reportOfMonth(ctx, query.month),
  startRun: ({ body }, ctx) => startFindingRun(ctx, body.month),
  run: ({ params }, ctx) => ownRun(ctx, params.id),
  cancelRun: ({ params }, ctx) => cancelFindingRun(ctx, params.id),
  async propose({ params }, ctx) {
    const session = await lockAudited(ctx, params.id);
    if (session.state !== 5) throw new AppError('dialysis-session.guard.wrong-state');
    const charged = await settleTreatment(ctx, session);
    if (charged.outcome.startsWith('refused:')) throw new AppError(charged.outcome.slice('refused:'.length));
    if (charged.prescriptionId !== '' && charged.prescriptionId !== session.prescriptionId)
      await sessionTable.update(ctx, session, { prescriptionId: charged.prescriptionId, prescriptionNo: charged.prescriptionNo });
    ctx.audit({ subject: 'dialysis-session', subjectId: session.id, patientId: session.patientId, after: charged });
    await tell(ctx, session);
    return { ...charged, short: [...charged.short] };
  },
  async takeStock({ params }, ctx) {
    const session = await lockAudited(ctx, params.id);
    if (session.state !== 5) throw new AppError('dialysis-session.guard.wrong-state');
    const told = await takeStockOf(ctx, session);
    ctx.audit({ subject: 'dialysis-session', subjectId: session.id, patientId: session.patientId, after: told });
    ctx.message(told.short.length > 0 ? 'stock-still-short' : 'stock-taken', { names: told.short.join('、') });
    return { ...told, short: [...told.short] };
  },
  kit: async (_input, ctx) => ({
    list: (await kitTable.select(ctx, 'k').where('k.orgId', '=', ctx.user.orgId).orderBy('k.mode').orderBy('k.createdAt').orderBy('k.id').execute()).map(
      kitView,
    ),
  }),
  async kitEntries({ query }, ctx) {
    const filter = { orgId: ctx.user.orgId, keyword: query.keyword, kinds: [query.kind], currentPage: 1, pageSize: 20 };
    const { list } = await ctx.service(catalogueEntries).search(filter);
    return { list: list.map(({ drugId, drugName, drugSpec, kind }) => ({ drugId, drugName, drugSpec, kind })) };
  },
  async addKit({ body }, ctx) {
    const [used, charged] = [body.used ?? true, body.charged ?? true];
    if (!used && !charged) throw new AppError('dialysis-session.kit-says-nothing', { code: EnvelopeCode.Invalid, fields: [{ path: 'charged', msg: '' }] });
    const drugName = await entryName(ctx, body.drugId, body.kind);
    const row = await kitTable.insert(ctx, {
      orgId: ctx.user.orgId,
      mode: body.mode,
      part: body.part,
      drugId: body.drugId,
      drugKind: body.kind,
      drugName,
      quantity: body.quantity,
      used,
      charged,
    });
    ctx.audit({ subject: 'dialysis-kit', subjectId: row.id, after: body });
    ctx.message('kit-added');
    return kitView(row);
  },
  async removeKit({ params, body }, ctx) {
    const row = await kitTable.lock(ctx, params.id, body.version);
    await kitTable.retire(ctx, row);
    ctx.audit({ subject: 'dialysis-kit', subjectId: row.id, before: kitView(row) });
    ctx.message('kit-removed');
    return null;
  },
});
