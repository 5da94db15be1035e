import { column, defineTable, fieldColumns } from '@nephra/plugin-sdk/server';
import { diagnosis } from '../../contract/diagnosis.contract.ts';

/** National diagnosis codes, the same for every facility. */
export const diagnosisTable = defineTable(
  'catalogue.diagnosis',
  {
    id: column.id(),
    ...fieldColumns(diagnosis),
    /** Initials of the name, for the order of lists. */
    pinyin: column.initials('name'),
    enabled: column.flag(),
    searchGrams: column.grams('name', 'code'),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  {
    rowsStay: true,
    scope: 'installation',
    unique: { diagnosis_code_idx: ['code'] },
    taken: { code: ['diagnosis-duplicate', 'code'] },
    errorPrefix: 'diagnosis',
    list: diagnosis,
  },
);
