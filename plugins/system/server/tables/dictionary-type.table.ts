import { column, defineTable, fieldColumns, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { dictionaryType } from '../../contract/dictionary-type.contract.ts';
import { MAX_CODE } from '../../contract/limits.ts';

/** Dictionaries; codes of plugins may have signs that people's may not, so the column takes any text. */
export const dictionaryTypeTable = defineTable(
  'system.dictionary_type',
  { id: column.id(), ...fieldColumns(dictionaryType), enCode: column.text(MAX_CODE), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  { scope: 'installation', unique: { dictionary_type_code_idx: ['enCode'] }, taken: { enCode: ['type-code-taken', 'code'] } },
);
export interface DictionaryTypeStored extends StoredOf<typeof dictionaryTypeTable> {}
