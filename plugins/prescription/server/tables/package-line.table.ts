import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { orderColumns } from './line.columns.ts';

/** Lines of a facility's packages; a change of a package writes all of them anew. */
export const packageLineTable = defineTable(
  'prescription.package_line',
  { orgId: column.org(), packageId: column.id(), lineNo: column.int(1, 1_000), drugId: column.id(), ...orderColumns },
  { rowsStay: true, withoutId: true },
);
export interface PackageLineStored extends StoredOf<typeof packageLineTable> {}
