import { column, defineTable } from '@nephra/plugin-sdk/server';
import { CHARGING_MENU } from './bill.table.ts';

const dayKey = {
  orgId: column.org(),
  businessDay: column.day(),
  cashierId: column.id(),
  kind: column.choice('charge', 'refund'),
  reimWay: column.text(64),
} as const;

/** What data schemes may say of bills and of whole days of them alike. Days are read by whoever has no other scheme (`daysKnowRights`). */
const narrowed = {
  menu: CHARGING_MENU,
  dataFields: {
    creatorUserId: { column: 'cashierId', type: 'User' },
    orgId: { column: 'orgId', type: 'Organize' },
    reimWay: { column: 'reimWay', type: 'String' },
    payStatus: { column: null, type: 'Int32' },
  },
} as const;

/** What each day came to, by cashier and payer; the database adds to it with each bill. */
export const dayTotalTable = defineTable(
  'charging.day_total',
  {
    ...dayKey,
    bills: column.int(0, 1_000_000_000),
    total: column.money(16),
    west: column.money(16),
    diagTreat: column.money(16),
    assay: column.money(16),
  },
  { rowsStay: true, ...narrowed, key: ['orgId', 'businessDay', 'cashierId', 'kind', 'reimWay'] },
);

/** The same by way to pay. */
export const dayWayTable = defineTable(
  'charging.day_way',
  { ...dayKey, payWay: column.text(40), amount: column.money(16) },
  { rowsStay: true, ...narrowed, key: ['orgId', 'businessDay', 'cashierId', 'kind', 'reimWay', 'payWay'] },
);
