import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Goods-received notes; their lines are found by note and number and have no id. */
export const receiptTable = defineTable(
  'pharmacy.goods_receipt',
  {
    id: column.id(),
    /** Given by the database, in the order of writing. */
    seq: column.int(1, 9_000_000_000_000_000),
    orgId: column.org(),
    receiptNo: column.text(64),
    supplier: column.text(120),
    invoiceNo: column.text(60),
    note: column.text(200),
    lineCount: column.int(1, 10_000),
    total: column.money(),
    operatorId: column.text(64),
    operatorName: column.text(100),
    receivedAt: column.instant(),
    businessDay: column.day(),
    origin: column.choice('desk', 'demo'),
  },
  { rowsStay: true, unique: { goods_receipt_org_id_receipt_no_key: ['orgId', 'receiptNo'] } },
);
export interface ReceiptStored extends StoredOf<typeof receiptTable> {}
