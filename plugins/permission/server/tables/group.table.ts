import { defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { setColumns } from './people-set.columns.ts';

/** Groups of people; they belong to no organisation. */
export const groupTable = defineTable('core.user_group', setColumns, {
  scope: 'installation',
  unique: { user_group_code_idx: ['enCode'] },
  taken: { enCode: ['code-taken', 'code'] },
});
export interface GroupStored extends StoredOf<typeof groupTable> {}
