import { addDays } from '../../../dialysis-file/contract/index.ts';
import type { SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import { isDue } from '../../domain/orders-due.ts';
import { givenTable, orderTable, type OrderStored } from '../tables/order.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

const MAX_ORDERS = 5_000;
const MAX_GIVEN = 50_000;
/** Intervals of orders are shorter, with their tolerance. */
const DAYS_BACK = 200;

/** Titles of orders that are due on a day and were neither given nor skipped in the treatment of the slot, by slot; two statements for all. */
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
    .where('g.day', '<=', day)
    // A single order is over for good, however long ago it was given.
    .where((eb) => eb.or([eb('g.day', '>=', addDays(day, -DAYS_BACK)), eb('g.single', '=', true)]))
    .orderBy('g.orderId')
    .orderBy('g.day', 'desc')
    .limit(MAX_GIVEN)
    .execute();
  const lastDay = new Map<string, string>();
  const handled = new Set<string>();
  for (const { orderId, sessionId, outcome, day: on } of given) {
    handled.add(`${orderId} ${sessionId}`);
    if (outcome !== 'skipped' && !lastDay.has(orderId)) lastDay.set(orderId, on);
  }
  const isOpen = (order: OrderStored, sessionId: string): boolean =>
    !handled.has(`${order.id} ${sessionId}`) &&
    isDue({ orderId: order.id, once: order.once, everyDays: order.everyDays, from: order.validFrom, to: order.validTo }, lastDay.get(order.id) ?? null, day);
  for (const { slotId, patientId } of slots) {
    const sessionId = bySlot.get(slotId)?.id ?? '';
    found.set(
      slotId,
      orders.filter((order) => order.patientId === patientId && isOpen(order, sessionId)).map(({ title, dose }) => `${title} ${dose}`),
    );
  }
  return found;
}
