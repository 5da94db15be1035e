import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';

/**
 * Offered by whoever closes months: a prescription of a closed month can no longer be written, changed, confirmed or taken back.
 * `day` is `YYYY-MM-DD` in Asia/Shanghai. Answers the closed month `YYYY-MM`, or undefined while it is open.
 */
export interface PrescriptionClosedMonth {
  closedMonth(filter: { orgId: OrgId; patientId: string; day: string }): Promise<string | undefined>;
}
export const prescriptionClosedMonth = defineService<PrescriptionClosedMonth>('prescription.closed-month@1');
