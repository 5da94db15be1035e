import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_DIAGNOSIS_CODE, MAX_DIAGNOSIS_NAME } from '../../contract/catalogue/catalogue-diagnosis.contract.ts';

/** National diagnosis codes, the same for every facility. */
export const diagnosisTable = defineTable(
  'prescription.diagnosis',
  {
    code: column.text(MAX_DIAGNOSIS_CODE),
    name: column.text(MAX_DIAGNOSIS_NAME),
    /** Initials of the name, for the order of lists. */
    pinyin: column.initials('name'),
    enabled: column.flag(),
    version: column.int(1, 2_000_000_000),
    searchGrams: column.grams('name', 'code'),
  },
  { rowsStay: true, key: ['code'], scope: 'installation' },
);
export interface DiagnosisStored extends StoredOf<typeof diagnosisTable> {}
