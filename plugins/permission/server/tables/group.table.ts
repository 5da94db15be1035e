import { column, defineTable, fieldColumns, kept } from '@nephra/plugin-sdk/server';
import { group } from '../../contract/group.contract.ts';

/** Groups of people; they belong to no organisation. */
export const groupTable = defineTable(
  'core.user_group',
  { id: column.id(), ...fieldColumns(group), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  {
    scope: 'installation',
    unique: { user_group_code_idx: ['enCode'] },
    taken: { enCode: ['code-taken', 'code'] },
  },
);
