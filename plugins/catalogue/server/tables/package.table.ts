import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_PACKAGE_NAME, MAX_PACKAGE_NOTE, MAX_PACKAGE_SORT } from '../../contract/catalogue-package.schema.ts';
import { orderColumns } from './order.columns.ts';

/** Packages of a facility; their lines stand in catalogue.package_line. */
export const packageTable = defineTable(
  'catalogue.package',
  {
    orgId: column.org(),
    packageId: column.id(),
    packageName: column.text(MAX_PACKAGE_NAME),
    note: column.text(MAX_PACKAGE_NOTE),
    sortCode: column.int(0, MAX_PACKAGE_SORT),
    enabled: column.flag(),
    version: column.int(1, 2_000_000_000),
    searchGrams: column.grams('packageName'),
  },
  { rowsStay: true, key: ['orgId', 'packageId'], errorPrefix: 'package', rowName: 'packageName' },
);
export interface PackageStored extends StoredOf<typeof packageTable> {}

/** Lines of a facility's packages; a change of a package writes all of them anew. */
export const packageLineTable = defineTable(
  'catalogue.package_line',
  { orgId: column.org(), packageId: column.id(), lineNo: column.int(1, 1_000), drugId: column.id(), ...orderColumns },
  { rowsStay: true, key: ['orgId', 'packageId', 'lineNo'] },
);
export interface PackageLineStored extends StoredOf<typeof packageLineTable> {}
