import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Append-only: the hash of each entry covers the one before it. Whose entries somebody sees is decided in audit/audit-view.ts. */
export const auditTable = defineTable(
  'core.audit',
  {
    seq: column.int(1, Number.MAX_SAFE_INTEGER),
    at: column.instant(),
    class: column.text(50),
    action: column.text(200),
    /** ok, refused, failed */
    outcome: column.text(20),
    /** Empty where nobody is known, and so is the organisation. */
    userId: column.text(64),
    orgId: column.text(64),
    subject: column.text(200),
    subjectId: column.text(1_000),
    patientId: column.text(64),
    requestId: column.text(200),
    /** Canonical JSON of the whole entry; what the hash covers. */
    body: column.text(100_000_000),
    hash: column.text(64),
  },
  { rowsStay: true, scope: closedDoor, key: ['seq'] },
);
export interface AuditStored extends StoredOf<typeof auditTable> {}

/** The newest entry, in one row: whoever appends locks it. */
export const auditHeadTable = defineTable(
  'core.audit_head',
  { id: column.int(1, 1), seq: column.int(0, Number.MAX_SAFE_INTEGER), hash: column.text(64) },
  { rowsStay: true, scope: closedDoor },
);
