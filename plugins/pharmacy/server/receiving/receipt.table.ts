import { column, defineTable, ownedBy, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_INVOICE_NO, MAX_NOTE, MAX_SUPPLIER } from '../../contract/limits.ts';

/** Goods-received notes. */
export const receiptTable = defineTable(
  'pharmacy.goods_receipt',
  {
    id: column.id(),
    /** Given by the database, in the order of writing. */
    seq: column.int(1, 9_000_000_000_000_000),
    orgId: column.org(),
    receiptNo: column.text(64),
    supplier: column.text(MAX_SUPPLIER),
    invoiceNo: column.text(MAX_INVOICE_NO),
    note: column.text(MAX_NOTE),
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

export const receiptLineTable = defineTable(
  'pharmacy.goods_receipt_line',
  {
    receiptId: column.ref('pharmacy.goods_receipt'),
    lineNo: column.int(1, 10_000),
    lotId: column.ref('pharmacy.lot'),
    /** Stock units. */
    quantity: column.quantity(16),
    /** The same in preparation units. */
    pieces: column.quantity(16),
    /** Of one stock unit. */
    cost: column.unitPrice(),
    amount: column.money(),
  },
  { rowsStay: true, scope: ownedBy(receiptTable, 'receipt_id'), key: ['receiptId', 'lineNo'] },
);
export interface ReceiptLineStored extends StoredOf<typeof receiptLineTable> {}
