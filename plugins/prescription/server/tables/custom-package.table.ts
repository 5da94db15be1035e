import { column, defineTable, type ReadContext, type StoredOf, sql } from '@nephra/plugin-sdk/server';
import { MAX_OWN_PACKAGE_NAME, MAX_OWN_PACKAGE_NOTE } from '../../contract/prescribing.schema.ts';

/** Packages of one's own, and those that the own department shares; of the organisations that the caller sees, and not removed. */
function ofReader({ user }: Pick<ReadContext, 'user'>, alias: string) {
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  const shared = user.departmentId ? sql<boolean>`or (${of('scope')} = 'department' and ${of('department_id')} = ${user.departmentId})` : sql``;
  return sql<boolean>`(not ${of('removed')} and ${of('org_id')} = any(${[...user.orgIds]}) and (${of('owner_id')} = ${user.userId} ${shared}))`;
}

/** Packages that a doctor keeps for himself or shares with his department; their lines stand in prescription.custom_package_line. */
export const customPackageTable = defineTable(
  'prescription.custom_package',
  {
    id: column.id(),
    orgId: column.org(),
    ownerId: column.text(64),
    ownerName: column.text(100),
    departmentId: column.text(64),
    scope: column.choice('own', 'department'),
    packageName: column.text(MAX_OWN_PACKAGE_NAME),
    note: column.text(MAX_OWN_PACKAGE_NOTE),
    removed: column.flag(),
    version: column.int(1, 2_000_000_000),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    searchGrams: column.grams('packageName'),
  },
  {
    rowsStay: true,
    scope: ofReader,
    unique: { custom_package_name: ['orgId', 'ownerId', 'packageName'] },
    uniqueWhere: { custom_package_name: '(NOT removed)' },
  },
);
export interface CustomPackageStored extends StoredOf<typeof customPackageTable> {}
