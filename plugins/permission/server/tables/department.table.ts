import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';

/** Departments of an organisation, below it or below one another. */
export const departmentTable = defineTable(
  'core.department',
  {
    id: column.id(),
    orgId: column.org().references('core.org'),
    parentId: column.ref('core.department').nullable(),
    fullName: column.text(MAX_NAME),
    enCode: column.text(MAX_CODE),
    managerId: column.id().nullable(),
    enabled: column.flag(),
    sortCode: column.int(0, MAX_SORT_CODE),
    description: column.text(MAX_DESCRIPTION),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  {
    unique: { department_code_idx: ['orgId', 'enCode'], department_name_idx: ['orgId', 'parentId', 'fullName'] },
    taken: { enCode: ['code-taken', 'code'], fullName: ['name-taken', 'name'] },
    administratorsSeeAll: true,
  },
);
export interface DepartmentStored extends StoredOf<typeof departmentTable> {}
