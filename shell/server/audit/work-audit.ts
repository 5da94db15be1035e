import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { AuditLog } from './audit-log.ts';

/** `auditWork` of a server context: the entry of a job or event handler, which has no call to take facts from. */
export const workAuditIn =
  (audit: AuditLog): ServerContext<never>['auditWork'] =>
  async ({ by, patientId = '', ...entry }) =>
    await audit.append({ ...entry, ...by, patientId, outcome: 'ok', ip: '', path: '', requestId: '', error: '' });
