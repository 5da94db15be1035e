import { addDays } from '../../../dialysis-file/contract/index.ts';
import type { SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import { groupsOf } from '../../contract/orders/order-groups.ts';
import { byKey } from '../../domain/by-key.ts';
import { orderIn } from '../../domain/orders-due.ts';
import { givenTable, orderTable, ruleOf } from '../tables/order.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

const MAX_ORDERS = 5_000;
const MAX_GIVEN = 50_000;
/** Intervals of orders are shorter, with their tolerance. */
const DAYS_BACK = 200;

/** What is due on a day and was neither given nor skipped in the treatment of the slot, by slot: a line an order, however much is given together by it. Two statements for all. */
export async function openOrders(
  ctx: WorkCtx,
  slots: readonly SlotFacts[],
  bySlot: ReadonlyMap<string, SessionStored>,
  day: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const patientIds = [...new Set(slots.map(({ patientId }) => patientId))];
  const orders = await orderTable
    .everywhere(ctx, 'orders of treatments of organisations that the asking plugin has checked', 'o')
    .where('o.patientId', 'in', patientIds)
    .where('o.orgId', 'in', [...new Set(slots.map(({ orgId }) => orgId))])
    .where('o.stoppedAt', 'is', null)
    .where('o.validFrom', '<=', day)
    .orderBy('o.createdAt')
    .orderBy('o.id')
    .limit(MAX_ORDERS)
    .execute();
  if (orders.length === 0) return found;
  const given = await givenTable
    .everywhere(ctx, 'orders of treatments of organisations that the asking plugin has checked', 'g')
    .where(
      'g.orderId',
      'in',
      orders.map(({ id }) => id),
    )
    // A single order is over for good, on whatever day it was given.
    .where((eb) => eb.or([eb.between('g.day', addDays(day, -DAYS_BACK), day), eb('g.single', '=', true)]))
    .orderBy('g.orderId')
    .orderBy('g.day', 'desc')
    .limit(MAX_GIVEN)
    .execute();
  const byOrder = byKey(given, ({ orderId }) => orderId);
  const byPatient = byKey(orders, ({ patientId }) => patientId);
  for (const { slotId, patientId } of slots) {
    const treatment = { sessionId: bySlot.get(slotId)?.id ?? '', day };
    const open = (byPatient.get(patientId) ?? []).filter((order) => orderIn(ruleOf(order), byOrder.get(order.id) ?? [], treatment).is === 'open');
    found.set(
      slotId,
      groupsOf(open).map((together) => together.map(({ title, dose }) => `${title} ${dose}`).join(' + ')),
    );
  }
  return found;
}
