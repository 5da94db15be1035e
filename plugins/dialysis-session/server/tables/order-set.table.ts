import { column, defineTable, kept, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_SET_NAME } from '../../contract/limits.ts';
import type { SetOrder } from '../../contract/orders/order-set.contract.ts';

/** Orders that a doctor adds at once. */
export const orderSetTable = defineTable(
  'dialysis_session.order_set',
  {
    id: column.id(),
    orgId: column.org(),
    setName: column.text(MAX_SET_NAME),
    orders: column.json<readonly SetOrder[]>(),
    byName: column.text(100),
    ...kept,
  },
  { errorPrefix: 'order-set', rowName: 'setName', unique: { order_set_name_idx: ['orgId', 'setName'] }, taken: { setName: ['set-name-taken', 'value'] } },
);
export interface OrderSetStored extends StoredOf<typeof orderSetTable> {}
export type OrderSetRow = SqlRow<typeof orderSetTable>;
