import { defineService, type OrgId, type Quantity } from '@nephra/plugin-sdk/contract';

/** What was given back of one line, in the unit that it was sold in. */
export interface PaidBackLine {
  readonly detailId: string;
  readonly quantity: Quantity;
}

/**
 * Offered by whoever takes the money: what was paid back is not handed out any more. The pharmacy asks inside its transaction, after
 * the prescription's version was checked. Lines of which nothing went back are absent.
 */
export interface PrescriptionPaidBack {
  linesOf(dpId: string, orgIds: readonly OrgId[]): Promise<PaidBackLine[]>;
}
export const prescriptionPaidBack = defineService<PrescriptionPaidBack>('prescription.paid-back@1');
