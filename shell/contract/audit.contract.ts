import { defineContract, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';

export const AUDIT_CLASSES = ['security', 'money', 'stock', 'write', 'read-patient', 'print', 'export', 'read'] as const;
export const AUDIT_OUTCOMES = ['ok', 'refused', 'failed'] as const;

const auditQuery = {
  /** Milliseconds, both ends included. */
  startTime: Type.Optional(Type.Integer({ minimum: 0 })),
  endTime: Type.Optional(Type.Integer({ minimum: 0 })),
  class: Type.Optional(Type.String({ maxLength: 40 })),
  outcome: Type.Optional(Type.String({ maxLength: 20 })),
  userId: Type.Optional(Type.String({ maxLength: 64 })),
  patientId: Type.Optional(Type.String({ maxLength: 64 })),
  subjectId: Type.Optional(Type.String({ maxLength: 100 })),
  /** Part of the act's name, such as `charge`. */
  action: Type.Optional(Type.String({ maxLength: 60 })),
};

const auditRow = Type.Object({
  seq: Type.String(),
  /** Milliseconds. */
  at: Type.Integer(),
  class: Type.String(),
  /** `charge.create`, `session.login`. */
  action: Type.String(),
  outcome: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  /** What the person signed in with; tells people of the same name apart. */
  userAccount: Type.String(),
  orgId: Type.String(),
  organizeName: Type.String(),
  ip: Type.String(),
  subject: Type.String(),
  subjectId: Type.String(),
  patientId: Type.String(),
  /** Key of the refusal; empty when done. */
  error: Type.String(),
  note: Type.String(),
});
export type AuditRow = Static<typeof auditRow>;

const auditEntry = Type.Object({
  ...auditRow.properties,
  path: Type.String(),
  requestId: Type.String(),
  hash: Type.String(),
  /** JSON text, indented; empty when the act says nothing of it. */
  before: Type.String(),
  after: Type.String(),
});
export type AuditEntryView = Static<typeof auditEntry>;

const chainState = Type.Object({
  running: Type.Boolean(),
  checked: Type.Integer(),
  total: Type.Integer(),
  /** Milliseconds of the last whole check; null before the first one of this server's run. */
  finishedAt: Type.Union([Type.Integer(), Type.Null()]),
  /** First entry that is not what was written. */
  broken: Type.Union([Type.Object({ seq: Type.Integer(), reason: Type.String(), action: Type.String(), at: Type.String() }), Type.Null()]),
});
export type ChainState = Static<typeof chainState>;

/**
 * The audit log as an administrator reads it: who did what, when, from where, before and after.
 *
 * Who sees what: everything that was done in the reader's own organisations, and nothing of others'. It is not narrowed by data schemes of
 * menus, although entries name patients, bills and numbers that a scheme may hide from the reader in the menu itself:
 * - The log is there to find acts that should not have been – who opened the file of a patient that is none of theirs, who changed a bill.
 *   Entries that vanish by the reader's own schemes would hide just these, and a scheme could be made to cover up an act.
 * - Entries outlive their rows and their rights; what somebody might see today says nothing about what was done then.
 * - Reading it needs a grant of its own (`system.audit`, given to no role by itself), and each look and export is an entry, too.
 * So whoever is granted it is trusted with all acts of the organisation. It opens none of the rows: those stay behind their own routes.
 * The chain of hashes is one for all organisations: its state tells how many entries there are, and of a broken one number, act and time.
 */
export const auditContract = defineContract('audit', {
  list: get('/api/system/AuditLog', {
    summary: 'Audit entries of the own organisations, newest first',
    need: 'perm:system.audit',
    audit: 'read',
    query: Type.Object({ ...pageQuery, ...auditQuery }),
    /** `searchedBackTo`: a search for words or acts looked at the newest entries only, back to this moment (milliseconds); null when at all. */
    reply: Type.Intersect([pageOf(auditRow), Type.Object({ searchedBackTo: Type.Union([Type.Integer(), Type.Null()]) })]),
  }),
  entry: get('/api/system/AuditLog/{seq}', {
    summary: 'One audit entry with what was before and after',
    need: 'perm:system.audit',
    audit: 'read',
    params: Type.Object({ seq: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
    reply: auditEntry,
  }),
  chain: get('/api/system/AuditLog/Actions/Chain', {
    summary: 'Whether the chain of hashes is whole, as far as it was checked',
    need: 'perm:system.audit',
    audit: 'none',
    reply: chainState,
  }),
  verify: post('/api/system/AuditLog/Actions/Verify', {
    summary: 'Start checking the whole chain of hashes',
    need: 'perm:system.audit:btn_verify',
    audit: 'security',
    retry: 'natural',
    reply: chainState,
  }),
  export: get('/api/system/AuditLog/Actions/Export', {
    summary: 'Audit entries as a workbook',
    need: 'perm:system.audit:btn_download',
    audit: 'export',
    raw: true,
    query: Type.Object({ ...pageQuery, ...auditQuery }),
    reply: Type.Null(),
  }),
});
