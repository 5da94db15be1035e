import { column, defineTable, fieldColumns, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { position } from '../../contract/position.contract.ts';

/** Positions of an organisation or of a department of it. */
export const positionTable = defineTable(
  'core.position',
  {
    id: column.id(),
    orgId: column.org().references('core.org'),
    departmentId: column.ref('core.department').nullable(),
    ...fieldColumns(position, 'organizeId'),
    enabled: column.flag(),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  {
    unique: { position_code_idx: ['orgId', 'enCode'], position_name_idx: ['orgId', 'departmentId', 'fullName'] },
    taken: { enCode: ['code-taken', 'code'], fullName: ['name-taken', 'name'] },
    menu: 'permission.position',
    list: position,
    administratorsSeeAll: true,
  },
);
export interface PositionStored extends StoredOf<typeof positionTable> {}
