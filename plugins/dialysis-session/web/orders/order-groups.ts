import type { OrderRow } from '../../contract/orders/order.contract.ts';
import type { SetOrder } from '../../contract/orders/order-set.contract.ts';

/** Rows of one order, in their order; one where it stands alone. */
export function groupsOf(rows: readonly OrderRow[]): readonly (readonly OrderRow[])[] {
  const groups = new Map<string, OrderRow[]>();
  for (const row of rows) {
    const key = row.groupId || row.id;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => group.toSorted((a, b) => a.groupPlace - b.groupPlace));
}

/** Orders in force as a set keeps them. */
export const asSet = (rows: readonly OrderRow[]): SetOrder[] =>
  groupsOf(rows.filter(({ stoppedAt, once }) => stoppedAt === null && !once)).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { once, everyDays, timing, method } = first;
    const drugs = group.map(({ title, dose, drugId, drugKind, quantity, highRisk }) => ({ title, dose, drugId, drugKind, quantity, highRisk }));
    return [{ once, everyDays, timing, method, drugs }];
  });
