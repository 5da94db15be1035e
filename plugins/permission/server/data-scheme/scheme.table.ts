import type { DataCondition } from '@nephra/plugin-sdk/contract';
import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';

/** A condition of 60,000 characters names people and organisations by their ids; in words it may be longer. */
const MAX_CONDITION_TEXT = 500_000;

/** Rows of a menu that a grant lets see, for the whole installation. */
export const schemeTable = defineTable(
  'core.data_scheme',
  {
    id: column.id(),
    menuCode: column.text(100).references('core.menu'),
    enCode: column.text(MAX_CODE),
    fullName: column.text(MAX_NAME),
    condition: column.json<DataCondition>(),
    conditionText: column.text(MAX_CONDITION_TEXT),
    description: column.text(MAX_DESCRIPTION),
    enabled: column.flag(),
    sortCode: column.int(0, MAX_SORT_CODE),
    ...kept,
  },
  { scope: 'installation', unique: { data_scheme_code_idx: ['menuCode', 'enCode'] }, taken: { enCode: ['code-taken', 'code'] } },
);
export interface SchemeStored extends StoredOf<typeof schemeTable> {}
