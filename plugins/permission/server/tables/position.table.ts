import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_POSITION_TYPE } from '../../contract/position.contract.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';

/** Positions of an organisation or of a department of it. */
export const positionTable = defineTable(
  'core.position',
  {
    id: column.id(),
    orgId: column.org().references('core.org'),
    departmentId: column.ref('core.department').nullable(),
    fullName: column.text(MAX_NAME),
    enCode: column.text(MAX_CODE),
    type: column.text(MAX_POSITION_TYPE),
    enabled: column.flag(),
    sortCode: column.int(0, MAX_SORT_CODE),
    description: column.text(MAX_DESCRIPTION),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  {
    unique: { position_code_idx: ['orgId', 'enCode'], position_name_idx: ['orgId', 'departmentId', 'fullName'] },
    taken: { enCode: ['code-taken', 'code'], fullName: ['name-taken', 'name'] },
    menu: 'permission.position',
    administratorsSeeAll: true,
  },
);
export interface PositionStored extends StoredOf<typeof positionTable> {}
