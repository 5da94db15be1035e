import { column, defineTable, fieldColumns, kept, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { ward } from '../contract/index.ts';

export const wardTable = defineTable(
  'sample_plugin.ward',
  { id: column.id(), orgId: column.org(), ...fieldColumns(ward), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  { unique: { ward_code_idx: ['orgId', 'enCode'] }, taken: { enCode: ['code-taken', 'code'] }, menu: 'sample_plugin.ward' },
);
export interface WardStored extends StoredOf<typeof wardTable> {}

export interface SamplePluginDb {
  'sample_plugin.ward': SqlRow<typeof wardTable>;
}
