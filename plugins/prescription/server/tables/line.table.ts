import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { factColumns } from './fact.columns.ts';
import { writtenColumns } from './line.columns.ts';

/** Lines of prescriptions: what the catalogue said, what the doctor wrote, what it came to. A change of a prescription writes all of them anew. */
export const lineTable = defineTable(
  'prescription.detail',
  {
    id: column.id(),
    orgId: column.org(),
    dpId: column.ref('prescription.prescription'),
    sortCode: column.int(1, 1_000),
    ...factColumns,
    ...writtenColumns,
    /** Of one stock unit; `price` is that of one `drugNumUnit`. */
    packPrice: column.unitPrice(),
    /** The quantity in tablets or ampoules. */
    prepNum: column.quantity(),
    price: column.unitPrice(),
    subTotal: column.money(),
    preselfpay: column.money(),
    fulamtOwnpay: column.money(),
    overlmt: column.money(),
  },
  { rowsStay: true },
);
export interface LineStored extends StoredOf<typeof lineTable> {}
