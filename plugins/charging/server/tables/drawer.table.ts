import { column, defineTable } from '@nephra/plugin-sdk/server';

/** One cashier's money in one facility; its row is what acts on it wait for. */
export const drawerTable = defineTable('charging.drawer', { orgId: column.org(), cashierId: column.id() }, { rowsStay: true, key: ['orgId', 'cashierId'] });

/** Bills that lie in a drawer: written with the bill, gone with the closing that takes it. */
export const drawerBillTable = defineTable(
  'charging.drawer_bill',
  { billId: column.ref('charging.bill'), orgId: column.org(), cashierId: column.id() },
  { rowsStay: true, key: ['billId'] },
);
