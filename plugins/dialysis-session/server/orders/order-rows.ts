import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { OrderedDrug, OrderRow } from '../../contract/orders/order.contract.ts';
import { dueFrom } from '../../domain/orders-due.ts';
import { requireSeen } from '../reading/visible.ts';
import { givenTable, type OrderStored, orderTable } from '../tables/order.table.ts';
import type { Ctx } from '../tables/tables.ts';

export const viewOf = (order: OrderStored, lastGivenOn: string | null): OrderRow => ({
  ...{ id: order.id, patientId: order.patientId, once: order.once, everyDays: order.everyDays, timing: order.timing, title: order.title, dose: order.dose },
  ...{ drugId: order.drugId, drugKind: order.drugKind as OrderRow['drugKind'], quantity: order.quantity, highRisk: order.highRisk, version: order.version },
  ...{ method: order.method, groupId: order.groupId, groupPlace: order.groupPlace, validFrom: order.validFrom, validTo: order.validTo },
  ...{ doctorName: order.doctorName, stoppedAt: order.stoppedAt?.getTime() ?? null, stoppedBy: order.stoppedBy, lastGivenOn },
  dueFrom:
    order.stoppedAt === null
      ? dueFrom({ orderId: order.id, once: order.once, everyDays: order.everyDays, from: order.validFrom, to: order.validTo }, lastGivenOn)
      : null,
});

export async function withLast(ctx: Ctx, orders: readonly OrderStored[]): Promise<OrderRow[]> {
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

export interface NewOrder {
  readonly once: boolean;
  readonly everyDays: number;
  readonly timing: OrderStored['timing'];
  readonly method: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  /** Given together where there are several. */
  readonly drugs: readonly OrderedDrug[];
}

/** The patient of the caller's facilities, within the data rights on patient files. @throws AppError `dialysis-session.not-found` */
export async function requirePatient(ctx: Ctx, patientId: string) {
  const patient = await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds);
  if (!patient) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
  await requireSeen(ctx, patient.patientId);
  return patient;
}

/** @throws AppError `dialysis-session.entry-unknown` naming the first that the facility's catalogue does not have in use */
export async function assertKnown(ctx: Ctx, orgId: Ctx['user']['orgId'], drugs: readonly OrderedDrug[]): Promise<void> {
  const wanted = drugs.filter(({ drugId }) => drugId !== '');
  if (wanted.length === 0) return;
  const ids = [...new Set(wanted.map(({ drugId }) => drugId))];
  const entries = await ctx.service(catalogueEntries).entries(orgId, ids);
  const unknown = wanted.find((drug) => !entries.some(({ drugId, kind }) => drugId === drug.drugId && kind === drug.drugKind));
  if (unknown)
    throw new AppError('dialysis-session.entry-unknown', {
      code: EnvelopeCode.Invalid,
      params: { name: unknown.title },
      fields: [{ path: 'drugId', msg: '' }],
    });
}

/** Writes an order, one row for each thing that is given. @throws AppError `dialysis-session.order-days`, `dialysis-session.entry-unknown` */
export async function writeOrder(ctx: Ctx, patient: { readonly patientId: string; readonly orgId: string }, order: NewOrder): Promise<OrderStored[]> {
  const orgId = patient.orgId as Ctx['user']['orgId'];
  if (order.validTo !== null && order.validTo < order.validFrom)
    throw new AppError('dialysis-session.order-days', { code: EnvelopeCode.Invalid, fields: [{ path: 'validTo', msg: '' }] });
  await assertKnown(ctx, orgId, order.drugs);
  const { userId, userName } = ctx.user;
  const { once, everyDays, timing, method, validFrom, validTo, drugs } = order;
  const groupId = drugs.length > 1 ? ctx.newId() : '';
  const rows: OrderStored[] = [];
  for (const [groupPlace, drug] of drugs.entries())
    rows.push(
      await orderTable.insert(ctx, {
        ...{ orgId, patientId: patient.patientId, once, everyDays, timing, method: method.trim(), validFrom, validTo, groupId, groupPlace },
        ...{ ...drug, title: drug.title.trim(), dose: drug.dose.trim(), doctorId: userId, doctorName: userName, stoppedAt: null, stoppedBy: '' },
      }),
    );
  ctx.audit({ subject: 'dialysis-order', subjectId: rows[0]?.id ?? '', patientId: patient.patientId, after: order });
  return rows;
}
