import { column, defineTable, fieldColumns, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { dictionaryData } from '../../contract/dictionary-data.contract.ts';
import { MAX_CODE } from '../../contract/limits.ts';

/** Entries of all dictionaries; codes of plugins may have signs that people's may not, so the column takes any text. */
export const dictionaryDataTable = defineTable(
  'system.dictionary_data',
  {
    id: column.id(),
    ...fieldColumns(dictionaryData),
    enCode: column.text(MAX_CODE),
    enabled: column.flag(),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  {
    scope: 'installation',
    unique: { dictionary_data_code_idx: ['dictionaryTypeId', 'enCode'] },
    taken: { enCode: ['code-taken', 'code'] },
    list: dictionaryData,
  },
);
export interface DictionaryDataStored extends StoredOf<typeof dictionaryDataTable> {}
