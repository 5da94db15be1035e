import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_FINDING_KEY, MAX_OVERRIDE_REASON } from '../../contract/checks.schema.ts';

/** Why a person went on in spite of a check. Append-only: the database refuses changes. */
export const overrideTable = defineTable(
  'prescription.check_override',
  {
    id: column.id(),
    orgId: column.org(),
    dpId: column.ref('prescription.prescription'),
    patientId: column.id(),
    stage: column.choice('confirm', 'dispense'),
    findingKey: column.text(MAX_FINDING_KEY),
    code: column.text(64),
    params: column.json<Record<string, string | number>>(),
    reason: column.text(MAX_OVERRIDE_REASON),
    userId: column.text(64),
    userName: column.text(100),
    dpVersion: column.int(1, 2_000_000_000),
    createdAt: column.instant(),
  },
  { rowsStay: true },
);
export interface OverrideStored extends StoredOf<typeof overrideTable> {}
