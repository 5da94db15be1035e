import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Codes of packs that left the pharmacy: once and never again, not even after the pack came back. */
export const traceCodeTable = defineTable(
  'pharmacy.trace_code',
  {
    code: column.text(20),
    orgId: column.org(),
    allocationId: column.ref('pharmacy.allocation'),
    lotId: column.ref('pharmacy.lot'),
    dpId: column.id(),
    operatorId: column.text(64),
    soldAt: column.instant(),
    returnedAt: column.instant().nullable(),
  },
  { rowsStay: true, key: ['code'] },
);
export interface TraceCodeStored extends StoredOf<typeof traceCodeTable> {}
