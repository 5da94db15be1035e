import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { orderContract, type OrderRow } from '../../contract/orders/order.contract.ts';
import { type OrderStored, orderTable } from '../tables/order.table.ts';
import { requireSeen, seenPatients } from '../reading/visible.ts';
import type { Ctx, SessionDb } from '../tables/tables.ts';
import { requirePatient, viewOf, withLast, writeOrder } from './order-rows.ts';

/** A row with those that are given together with it, kept from others until the commit. */
async function lockGroup(ctx: Ctx, id: string): Promise<readonly [OrderStored, readonly OrderStored[]]> {
  const row = await orderTable.lock(ctx, id);
  await requireSeen(ctx, row.patientId);
  if (row.groupId === '') return [row, [row]];
  return [row, await orderTable.select(ctx, 'o').where('o.groupId', '=', row.groupId).orderBy('o.id').forUpdate().execute()];
}

/** Rows of one order stand together, at the place of its first. */
function grouped(views: readonly OrderRow[]): OrderRow[] {
  const seen = new Set<string>();
  return views.flatMap((view) => {
    if (view.groupId === '') return [view];
    if (seen.has(view.groupId)) return [];
    seen.add(view.groupId);
    return views.filter(({ groupId }) => groupId === view.groupId).toSorted((a, b) => a.groupPlace - b.groupPlace);
  });
}

export const orderRoutes = implement<SessionDb>()(orderContract, {
  async list({ query }, ctx) {
    if ((await seenPatients(ctx, [query.patientId]))?.has(query.patientId) === false) return { list: [] };
    const rows = await orderTable
      .select(ctx, 'o')
      .where('o.patientId', '=', query.patientId)
      .orderBy('o.createdAt', 'desc')
      .orderBy('o.id')
      .limit(300)
      .execute();
    const views = grouped(await withLast(ctx, rows));
    return { list: [...views.filter(({ stoppedAt }) => stoppedAt === null), ...views.filter(({ stoppedAt }) => stoppedAt !== null)] };
  },
  async add({ body }, ctx) {
    const { patientId, once, everyDays, timing, validFrom, validTo, method = '', withThem = [], ...drug } = body;
    const patient = await requirePatient(ctx, patientId);
    const [row] = await writeOrder(ctx, patient, { once, everyDays, timing, method, validFrom, validTo, drugs: [drug, ...withThem] });
    if (!row) throw new TypeError('an order without a row');
    ctx.message('order-added');
    return viewOf(row, null);
  },
  async stop({ params, body }, ctx) {
    const [row, group] = await lockGroup(ctx, params.id);
    if (row.stoppedAt !== null) return (await withLast(ctx, [row]))[0] ?? viewOf(row, null);
    if (row.version !== body.version) throw new AppError('dialysis-session.order-stale', { code: EnvelopeCode.Conflict, params: { name: row.title } });
    let stopped = row;
    for (const one of group) {
      const after = await orderTable.update(ctx, one, { stoppedAt: ctx.clock.now(), stoppedBy: ctx.user.userName });
      if (one.id === row.id) stopped = after;
    }
    ctx.audit({ subject: 'dialysis-order', subjectId: row.id, patientId: row.patientId, after: { stopped: true, rows: group.length } });
    ctx.message('order-stopped');
    return (await withLast(ctx, [stopped]))[0] ?? viewOf(stopped, null);
  },
});
