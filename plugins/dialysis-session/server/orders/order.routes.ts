import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { orderContract, type OrderRow } from '../../contract/order.contract.ts';
import { dueFrom } from '../../domain/orders-due.ts';
import { givenTable, type OrderStored, orderTable } from '../tables/order.table.ts';
import type { Ctx, SessionDb } from '../tables/tables.ts';

const viewOf = (order: OrderStored, lastGivenOn: string | null): OrderRow => ({
  ...{ id: order.id, patientId: order.patientId, once: order.once, everyDays: order.everyDays, timing: order.timing, title: order.title, dose: order.dose },
  ...{ drugId: order.drugId, drugKind: order.drugKind as OrderRow['drugKind'], quantity: order.quantity, highRisk: order.highRisk, version: order.version },
  ...{
    validFrom: order.validFrom,
    validTo: order.validTo,
    doctorName: order.doctorName,
    stoppedAt: order.stoppedAt?.getTime() ?? null,
    stoppedBy: order.stoppedBy,
  },
  lastGivenOn,
  dueFrom:
    order.stoppedAt === null
      ? dueFrom({ orderId: order.id, once: order.once, everyDays: order.everyDays, from: order.validFrom, to: order.validTo }, lastGivenOn)
      : null,
});

async function withLast(ctx: Ctx, orders: readonly OrderStored[]): Promise<OrderRow[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const given = await givenTable
    .select(ctx, 'g')
    .where('g.orderId', 'in', ids)
    .where('g.outcome', '<>', 'skipped')
    .orderBy('g.day', 'desc')
    .orderBy('g.id')
    .limit(2_000)
    .execute();
  return orders.map((order) => viewOf(order, given.find(({ orderId }) => orderId === order.id)?.day ?? null));
}

export const orderRoutes = implement<SessionDb>()(orderContract, {
  async list({ query }, ctx) {
    const rows = await orderTable
      .select(ctx, 'o')
      .where('o.patientId', '=', query.patientId)
      .orderBy('o.createdAt', 'desc')
      .orderBy('o.id')
      .limit(300)
      .execute();
    const views = await withLast(ctx, rows);
    return { list: [...views.filter(({ stoppedAt }) => stoppedAt === null), ...views.filter(({ stoppedAt }) => stoppedAt !== null)] };
  },
  async add({ body }, ctx) {
    const patient = await ctx.service(patientDirectory).get(body.patientId, ctx.user.orgIds);
    if (!patient) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
    if (body.validTo !== null && body.validTo < body.validFrom)
      throw new AppError('dialysis-session.order-days', { code: EnvelopeCode.Invalid, fields: [{ path: 'validTo', msg: '' }] });
    if (body.drugId !== '') {
      const known = (await ctx.service(catalogueEntries).entries(patient.orgId, [body.drugId])).some(({ kind }) => kind === body.drugKind);
      if (!known) throw new AppError('dialysis-session.entry-unknown', { code: EnvelopeCode.Invalid, fields: [{ path: 'drugId', msg: '' }] });
    }
    const { userId, userName } = ctx.user;
    const row = await orderTable.insert(ctx, {
      ...{ orgId: patient.orgId, ...body, title: body.title.trim(), dose: body.dose.trim() },
      ...{ doctorId: userId, doctorName: userName, stoppedAt: null, stoppedBy: '' },
    });
    ctx.audit({ subject: 'dialysis-order', subjectId: row.id, patientId: row.patientId, after: body });
    ctx.message('order-added');
    return viewOf(row, null);
  },
  async stop({ params, body }, ctx) {
    const row = await orderTable.lock(ctx, params.id);
    if (row.stoppedAt !== null) return (await withLast(ctx, [row]))[0] ?? viewOf(row, null);
    if (row.version !== body.version) throw new AppError('dialysis-session.order-stale', { code: EnvelopeCode.Conflict, params: { name: row.title } });
    const stopped = await orderTable.update(ctx, row, { stoppedAt: ctx.clock.now(), stoppedBy: ctx.user.userName });
    ctx.audit({ subject: 'dialysis-order', subjectId: row.id, patientId: row.patientId, after: { stopped: true } });
    ctx.message('order-stopped');
    return (await withLast(ctx, [stopped]))[0] ?? viewOf(stopped, null);
  },
});
