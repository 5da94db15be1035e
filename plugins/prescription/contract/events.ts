import { defineEvent, type Money, type OrgId } from '@nephra/plugin-sdk/contract';
import type { PayStatus, RxStatus } from './states.ts';

/** Heard after the commit. */
export interface PrescriptionChanged {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
  readonly totalPrice: Money;
  readonly version: number;
}
export const prescriptionConfirmed = defineEvent<PrescriptionChanged>('prescription.confirmed@1');
export const prescriptionUnconfirmed = defineEvent<PrescriptionChanged>('prescription.unconfirmed@1');
export const prescriptionRemoved = defineEvent<PrescriptionChanged>('prescription.removed@1');
export const prescriptionCharged = defineEvent<PrescriptionChanged & { billId: string }>('prescription.charged@1');
export const prescriptionRefunded = defineEvent<PrescriptionChanged & { billId: string }>('prescription.refunded@1');
/** Any move of rxStatus by the pharmacy or the treatment room. */
export const prescriptionRxMoved = defineEvent<PrescriptionChanged & { from: RxStatus; reason: string }>('prescription.rx-moved@1');
