import { column, defineTable, fieldColumns, kept, type SqlRow, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { commonField } from '../../contract/model/common-field.contract.ts';

/** Columns that many tables of the site want. */
export const commonFieldTable = defineTable(
  'data.common_field',
  { id: column.id(), ...fieldColumns(commonField), searchGrams: column.grams('field', 'fieldName'), ...kept },
  {
    scope: 'installation',
    unique: { common_field_name_idx: ['field'] },
    taken: { field: ['common-field-taken', 'name'] },
    errorPrefix: 'common-field',
  },
);

export interface CommonFieldTables {
  'data.common_field': SqlRow<typeof commonFieldTable>;
}
export const commonFieldSizes: TableSizes = { common_field: small(200) };
