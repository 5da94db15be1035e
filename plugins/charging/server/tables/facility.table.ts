import { column, defineTable } from '@nephra/plugin-sdk/server';

/** Names and codes of a facility on its papers. */
export const facilityTable = defineTable(
  'charging.facility',
  { orgId: column.org(), facilityName: column.text(200), fixmedinsName: column.text(200), fixmedinsCode: column.text(64) },
  { rowsStay: true, key: ['orgId'] },
);

/** How receipts of a facility are numbered. */
export const receiptSeriesTable = defineTable(
  'charging.receipt_series',
  {
    orgId: column.org(),
    prefix: column.text(8),
    refundPrefix: column.text(8),
    digits: column.int(3, 10),
    dateFormat: column.choice('yyyyMMdd', 'yyyyMM', 'yyyy'),
  },
  { rowsStay: true, key: ['orgId'], unique: { receipt_series_prefix_key: ['prefix'], receipt_series_refund_prefix_key: ['refundPrefix'] } },
);
