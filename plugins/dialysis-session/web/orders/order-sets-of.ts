import type { OrderRow } from '../../contract/orders/order.contract.ts';
import { groupsOf } from '../../contract/orders/order-groups.ts';
import type { SetOrder } from '../../contract/orders/order-set.contract.ts';

/** Orders in force as a set keeps them. */
export const asSet = (rows: readonly OrderRow[]): SetOrder[] =>
  groupsOf(rows.filter(({ stoppedAt, once }) => stoppedAt === null && !once)).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { once, everyDays, timing, method } = first;
    const drugs = group.map(({ title, dose, drugId, drugKind, quantity, highRisk }) => ({ title, dose, drugId, drugKind, quantity, highRisk }));
    return [{ once, everyDays, timing, method, drugs }];
  });
