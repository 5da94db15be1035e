import { defineService, type OrgId, type Quantity } from '@nephra/plugin-sdk/contract';

/** What has left the pharmacy for one line, in preparation units (tablets, ampoules). With the patient now: `dispensed - returned`. */
export interface HandedOutLine {
  readonly detailId: string;
  readonly dispensed: Quantity;
  readonly returned: Quantity;
}

/**
 * Offered by the pharmacy: whoever gives money back asks first what is still with the patient. Lines that never left are absent.
 * Reads inside the caller's transaction, after the prescription row is locked.
 */
export interface PrescriptionHandedOut {
  linesOf(dpId: string, orgIds: readonly OrgId[]): Promise<HandedOutLine[]>;
}
export const prescriptionHandedOut = defineService<PrescriptionHandedOut>('prescription.handed-out@1');
