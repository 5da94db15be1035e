import { column, defineTable } from '@nephra/plugin-sdk/server';

const dayKey = {
  orgId: column.org(),
  businessDay: column.day(),
  cashierId: column.id(),
  kind: column.choice('charge', 'refund'),
} as const;

/** What each day came to, by cashier; the database adds to it with each bill. */
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
  { rowsStay: true, key: ['orgId', 'businessDay', 'cashierId', 'kind'] },
);

/** The same by way to pay. */
export const dayWayTable = defineTable(
  'charging.day_way',
  { ...dayKey, payWay: column.text(40), amount: column.money(16) },
  { rowsStay: true, key: ['orgId', 'businessDay', 'cashierId', 'kind', 'payWay'] },
);
