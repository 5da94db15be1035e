import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { LAB_TESTS } from '../../contract/labs.ts';
import { MAX_REASON } from '../../contract/limits.ts';

/** Laboratory values: of a patient, a test and a day one that counts. */
export const labTable = defineTable(
  'dialysis_round.lab',
  {
    id: column.id(),
    orgId: column.org(),
    patientId: column.text(64),
    test: column.choice(...LAB_TESTS),
    onDay: column.day(),
    value: column.decimal(8, 2),
    byId: column.text(64),
    byName: column.text(100),
    writtenAt: column.instant(),
    /** Taken back as wrongly recorded; empty: it counts. */
    withdrawnReason: column.text(MAX_REASON),
    withdrawnByName: column.text(100),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  {
    rowsStay: true,
    unique: { lab_once_idx: ['patientId', 'test', 'onDay'] },
    uniqueWhere: { lab_once_idx: "((withdrawn_reason)::text = ''::text)" },
    taken: { onDay: ['lab-twice', 'values', EnvelopeCode.Conflict] },
    errorPrefix: 'lab',
  },
);
export interface LabStored extends StoredOf<typeof labTable> {}
export type LabSqlRow = SqlRow<typeof labTable>;
