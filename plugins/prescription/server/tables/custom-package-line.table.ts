import { column, defineTable, type ReadContext, type StoredOf, sql } from '@nephra/plugin-sdk/server';
import { factColumns } from './fact.columns.ts';
import { contentColumns } from './line.columns.ts';

// rows: this is the door itself
const ofVisiblePackages = ({ user }: Pick<ReadContext, 'user'>, alias: string) =>
  sql<boolean>`exists (select 1 from prescription.custom_package as own where own.id = ${sql.ref(`${alias}.package_id`)} and own.org_id = any(${[...user.orgIds]}))`;

/** Lines of people's own packages: what is written on them and the name that the entry had, no price. A change of a package writes all of them anew. */
export const customPackageLineTable = defineTable(
  'prescription.custom_package_line',
  {
    packageId: column.ref('prescription.custom_package'),
    lineNo: column.int(1, 1_000),
    kind: factColumns.kind,
    drugId: factColumns.drugId,
    drugName: factColumns.drugName,
    ...contentColumns,
  },
  { rowsStay: true, key: ['packageId', 'lineNo'], scope: ofVisiblePackages },
);
export interface CustomPackageLineStored extends StoredOf<typeof customPackageLineTable> {}
